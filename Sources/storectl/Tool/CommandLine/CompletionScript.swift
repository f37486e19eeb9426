/// Scripts that make shells complete command lines.
enum CompletionScript {
  private static var names: String { (Command.all.map(\.name) + ["help"]).joined(separator: " ") }

  private static func options(_ command: Command) -> String {
    (command.options.map { "--" + $0.name } + ["--help"]).joined(separator: " ")
  }

  static var bash: String {
    var text = """
      _storectl() {
        local word="${COMP_WORDS[COMP_CWORD]}"
        if [[ $COMP_CWORD -eq 1 ]]; then
          COMPREPLY=($(compgen -W "\(names) --help --version" -- "$word"))
          return
        fi
        if [[ $word == -* ]]; then
          case "${COMP_WORDS[1]}" in

      """
    for command in Command.all {
      text += "      \(command.name)) COMPREPLY=($(compgen -W \"\(options(command))\" -- \"$word\")) ;;\n"
    }
    return text + """
          esac
          return
        fi
        case "${COMP_WORDS[1]}" in
          help) COMPREPLY=($(compgen -W "\(names)" -- "$word")) ;;
          completions) COMPREPLY=($(compgen -W "bash zsh fish" -- "$word")) ;;
          *) COMPREPLY=($(compgen -f -- "$word")) ;;
        esac
      }
      complete -o filenames -F _storectl storectl

      """
  }

  static var zsh: String {
    var text = """
      #compdef storectl
      _storectl() {
        if (( CURRENT == 2 )); then
          local -a commands=(

      """
    for command in Command.all { text += "      '\(command.name):\(quoted(command.summary))'\n" }
    text += """
          'help:more about a command'
          )
          _describe command commands
          return
        fi
        case $words[2] in

      """
    for command in Command.all {
      let arguments = command.options.map { option in
        "'\(option.isRepeated ? "*" : "")--\(option.name)\(option.value == nil ? "" : "=")"
          + "[\(quoted(option.summary))]\(option.value.map { ":\($0):_files" } ?? "")'"
      }
      text += "    \(command.name)) _arguments \(arguments.joined(separator: " ")) '*:store:_files -/' ;;\n"
    }
    return text + """
        esac
      }
      _storectl "$@"

      """
  }

  static var fish: String {
    var text = "complete -c storectl -n __fish_use_subcommand -f -a help -d 'more about a command'\n"
    for command in Command.all {
      text +=
        "complete -c storectl -n __fish_use_subcommand -f -a \(command.name)"
        + " -d '\(quoted(command.summary))'\n"
      for option in command.options {
        text +=
          "complete -c storectl -n '__fish_seen_subcommand_from \(command.name)' -l \(option.name)"
          + (option.value == nil ? "" : " -r") + " -d '\(quoted(option.summary))'\n"
      }
    }
    return text
  }

  /// A text for single quotes and brackets of the shells.
  private static func quoted(_ text: String) -> String {
    String(text.filter { $0 != "'" && $0 != "[" && $0 != "]" && $0 != ":" })
  }
}
