import Glibc

/// Why a workload cannot run.
enum PeerError: Error, CustomStringConvertible {
  case schema
  case missing(Int64)
  case phase(String)
  case directory(String, Int32)

  var description: String {
    switch self {
    case .schema: "the store in the directory has another schema: give an empty directory"
    case .missing(let number): "object \(number) is missing: run the phase w2 first"
    case .directory(let path, let code):
      "the directory \(path) cannot be made: \(String(cString: strerror(code)))"
    case .phase(let name): "\(name) is no phase: the phases are w1 w1t4 w2 w3 w4 w5 w6 w6b w6c w7 w8 w9 w10"
    }
  }
}
