import ControlFile
import Testing

@Suite struct DebianVersionTests {
  /// Each list ascends strictly; every pair of a list is compared both ways.
  @Test(arguments: [
    ["1.0~beta1~svn1245", "1.0~beta1", "1.0", "1.0-1", "1.0-2", "1.0-10", "1.0.1", "1.1"],
    ["~~", "~~a", "~", "", "a"],
    ["1", "1.2", "1.10", "1.10a", "1.10+b", "2", "0:2.1", "1:0.1"],
    ["7.88.1-10+deb12u4", "7.88.1-10+deb12u5", "7.88.1-10+deb12u12"],
    ["99999999999999999998", "99999999999999999999"],
  ])
  func `versions ascend as the package manager orders them`(versions: [String]) {
    for (index, left) in versions.enumerated() {
      for right in versions[(index + 1)...] {
        #expect(DebianVersion(left) < DebianVersion(right))
        #expect(!(DebianVersion(right) < DebianVersion(left)))
      }
    }
  }

  @Test(arguments: [("1.0", "1.00"), ("0:1", "1"), ("1", "1-0"), ("01", "1")])
  func `different texts can be of equal rank`(left: String, right: String) {
    #expect(!(DebianVersion(left) < DebianVersion(right)))
    #expect(!(DebianVersion(right) < DebianVersion(left)))
  }
}
