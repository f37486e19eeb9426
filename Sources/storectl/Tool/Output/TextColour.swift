/// Colours of findings on a terminal.
enum TextColour: Int {
  case red = 31
  case yellow = 33
  case cyan = 36
}
