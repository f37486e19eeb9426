import StoreTool

@main
enum Program {
  static func main() { Storectl.main() }
}
