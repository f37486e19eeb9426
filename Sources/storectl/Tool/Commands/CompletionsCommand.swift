extension Command {
  static let completions = Command(
    name: "completions",
    operands: ["SHELL"],
    summary: "completions for bash, zsh or fish",
    details: """
      Prints what makes a shell complete commands and options of storectl:

        bash   storectl completions bash > /etc/bash_completion.d/storectl
        zsh    storectl completions zsh > "${fpath[1]}/_storectl"
        fish   storectl completions fish > ~/.config/fish/completions/storectl.fish
      """,
    run: { context in
      let shell = context.arguments.operand("SHELL") ?? ""
      switch shell {
      case "bash": try context.output.write(CompletionScript.bash)
      case "zsh": try context.output.write(CompletionScript.zsh)
      case "fish": try context.output.write(CompletionScript.fish)
      default:
        throw UsageError("there are completions for bash, zsh and fish, and '\(shell)' was given")
      }
      return .success
    }
  )

  static let manual = Command(
    name: "manual",
    operands: [],
    summary: "the manual page, for man",
    details: """
      Prints the manual page in the form that man reads:

        storectl manual > /usr/local/share/man/man1/storectl.1
      """,
    run: {
      try $0.output.write(ManualPage.text)
      return .success
    }
  )
}
