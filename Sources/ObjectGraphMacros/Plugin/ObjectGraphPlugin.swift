/// The executable that the compiler starts to expand the macros of ObjectGraph.
///
/// It speaks the compiler's plugin protocol itself instead of linking SwiftSyntax, whose copy in the
/// toolchain can be linked with unsafe flags only: a package with those cannot be used by version.
@main
enum ObjectGraphPlugin {
  static func main() {
    let channel = MessageChannel()
    var handler = RequestHandler()
    while let message = channel.receive() {
      guard channel.send(handler.answer(message)) else { return }
    }
  }
}
