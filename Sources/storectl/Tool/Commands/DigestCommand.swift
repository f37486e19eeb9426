import LogStore

extension Command {
  static let digest = Command(
    name: "digest",
    operands: ["STORE"],
    summary: "one number over all objects",
    options: [
      CommandOption(name: "decrypt", summary: "count sealed values in clear; needs their key")
    ] + CommandOption.keySources,
    answer: .document(
      """
      {"digest": its digits}
      """
    ),
    isLong: true,
    details: """
      Prints 32 hexadecimal digits that depend on all objects (their ids, values and
      relationships, as 'storectl dump' prints them) and on nothing else: the same for a
      store, its compacted copy, its backup and the store that 'storectl load' makes of its
      dump. It finds differences, not forgery. Reads all objects, and all values in files of
      their own.

      A sealed value has other bytes each time it is sealed. A store that has encrypted
      attributes has a digest only with --decrypt and its key, which counts them in clear.
      """,
    run: { context in
      let state = try StoreInspection(at: context.path, io: context.io)
        .state(openingWith: context.arguments.has("decrypt") ? try context.encryption() : nil)
      let digest = "\(try StoreDigest.of(state))"
      try context.answer(["digest": .string(digest)]) { try $0.writeLine(digest) }
      return .success
    }
  )
}
