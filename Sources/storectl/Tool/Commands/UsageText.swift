/// What `--help` prints.
enum UsageText {
  /// Commands that have a text of their own.
  static let topics = ["info", "schema", "dump", "check", "compact"]

  /// The text of a command, or that of the program.
  static func text(for topic: String?) -> String {
    switch topic {
    case "info": info
    case "schema": schema
    case "dump": dump
    case "check": check
    case "compact": compact
    default: general
    }
  }

  private static let general = """
    Usage: storectl COMMAND STORE

    Looks into a store, checks it and compacts it, without the program that wrote it.
    STORE is the directory of the store. All commands but 'compact' change no byte of it
    and work beside a program that writes to it.

    Commands:
      info STORE                     sizes, counts and state
      schema STORE                   entities, attributes and relationships
      dump [--entity NAME] STORE     all objects, one JSON object a line
      check STORE                    verify every checksum, and that all agrees
      compact STORE                  give back the space of what was changed or deleted
      help COMMAND                   more about a command
      --help, --version

    Exit codes:
      0   done; for check: nothing wrong
      1   check found nothing but a write that a crash cut off (a torn tail)
      2   bytes of the store are damaged
      3   no key for encrypted attributes, or the wrong one
      4   no store at the path, or one of a newer format
      5   another process writes to the store
      6   cannot read or write: no permission, no space, a device that failed
      64  the command line was not understood

    """

  private static let info = """
    Usage: storectl info STORE

    Prints the store's identity, format and state, the number of its newest commit, its
    objects by entity, and the sizes of its files. 'dead bytes' is an estimate of what
    'storectl compact' would give back.

    """

  private static let schema = """
    Usage: storectl schema STORE

    Prints each entity with its parent, its attributes (kind, type, flags), its
    relationships (destination, inverse, delete rule, counts) and what is unique, and
    whether attributes that ask for encryption are encrypted.

    """

  private static let dump = """
    Usage: storectl dump [--entity NAME]... STORE

    Prints all objects by rising id, one JSON object a line. The same content gives the
    same bytes, whether or not the store was compacted. With --entity only objects of
    that entity and of the entities below it; it may be given several times.

      {"id":7,"entity":"Voyage","values":{"harbour":"Bergen"},"relationships":{"ship":3}}

    'values' has every stored attribute, 'relationships' the id at the other end of a
    to-one (or null) and the ids of a to-many in their order. The kinds of values, which
    'storectl schema' names, are written so that nothing is lost:

      no value            null
      bool                true, false
      integers            all digits, up to 64 bits; not every reader keeps them all
      float, double       shortest digits that read back the same; "NaN" (with other
                          bits "NaN:0x7ff8000000000001"), "Infinity", "-Infinity"
      date                seconds since 2001-01-01 00:00 UTC, as a double
      string, url         a string; nothing is normalised
      data                base64
      uuid                upper-case text
      decimal             "-1234e-2": integer and power of ten; "NaN"; a form that is
                          not the usual one: "0x" and its 20 bytes
      structured, opaque  JSON: objects, arrays, strings, true, false, null; an integer
                          is signed, a number with '.' or 'e' a double; all else is an
                          object with one key: {"$uint":5} {"$float":0.5} {"$double":"NaN"}
                          {"$date":0.0} {"$data":"…"} {"$uuid":"…"} {"$decimal":"…"}
                          {"$url":"…"}, and {"$bytes":"…"} in base64 for what cannot be
                          read; a key of the value's own that begins with $ has one more
      sealed, external    {"$sealed":"…"}, {"$external":"…"} in base64

    """

  private static let check = """
    Usage: storectl check STORE

    Recovers the store in memory, verifies every checksum on the way, and compares the
    files, the catalog, the records and the indexes with each other. Prints one line a
    finding and one at the end. Changes nothing, and mends nothing: a torn tail is
    dropped by the next program that opens the store for writing; damage is not mended.

    Exit codes: 0 clean (notes may be printed), 1 a torn tail only, 2 damage, 6 a file
    that the system refuses to read, which may be whole.

    """

  private static let compact = """
    Usage: storectl compact STORE

    Writes what is live to new segments, makes them count in one step, and removes the
    old ones. Objects, ids, order and history within its limits stay as they are. Needs
    free space for the live part of the store, and that no other program writes to it
    (5 seconds are waited for that).

    """
}
