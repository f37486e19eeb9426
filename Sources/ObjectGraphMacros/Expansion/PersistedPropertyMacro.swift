/// `@_PersistedProperty`: gives a stored property its slot and the accessors over it.
struct PersistedPropertyMacro {
  private let source: SourceText
  private let property: PersistedProperty
  private let index: String

  init(_ request: ExpansionRequest) throws(PluginFailure) {
    var splitter = MemberSplitter(request.declaration)
    guard let variable = splitter.parseSingleVariable(),
      let property = PersistedProperty(variable, in: request.declaration)
    else {
      throw PluginFailure("'@_PersistedProperty' is for single stored variables; '@Model' attaches it")
    }
    self.source = request.declaration
    self.property = property
    self.index = try Self.readIndex(request.attribute).expression
  }

  private static func readIndex(_ attribute: SourceText?) throws(PluginFailure) -> PropertyIndex {
    guard let attribute else { throw PluginFailure("the request brings no attribute") }
    var splitter = MemberSplitter(attribute)
    let arguments = splitter.parseAttributes().all.last?.arguments ?? []
    let numbers = arguments.compactMap { Int(attribute[$0.value]) }
    guard numbers.count == arguments.count, let base = numbers.first else {
      throw PluginFailure("'@_PersistedProperty' takes whole numbers, as '@Model' writes them")
    }
    return PropertyIndex(base: base, blocks: Array(numbers.dropFirst()))
  }

  // MARK: Storage

  func expandPeers() -> Expansion {
    let prefix = "nonisolated(unsafe) private final var"
    var lines = ["\(prefix) \(property.slot) = \(property.slotExpression)"]
    if property.needsValue {
      lines.append("\(prefix) \(Names.marker(property.name)): ObjectGraph._NeedsValue")
    }
    if property.observers != nil {
      lines.append("\(prefix) \(Names.observing(property.name)) = false")
    }
    return Expansion(source: lines.joined(separator: "\n"))
  }

  // MARK: Accessors

  func expandAccessors() -> Expansion {
    var accessors = [initAccessor, getter]
    if let observers = property.observers {
      accessors.append(observedSetter(observers.willSet, observers.didSet))
    } else {
      accessors.append(setter)
      // Reading and setting a number is as good as changing it in place, and much less to compile.
      if !property.isScalar { accessors.append(modifier) }
    }
    return Expansion(source: accessors.joined(separator: "\n"))
  }

  private func ifForwarding(_ action: String) -> String {
    """
      if _$header.isForwarding, let survivor = ObjectGraph._survivor(of: self) {
        \(action)
      }
    """
  }

  private var initAccessor: String {
    let slot = property.slot
    let marker = property.needsValue ? Names.marker(property.name) : nil
    return """
      @storageRestrictions(initializes: \(slot)\(marker.map { ", " + $0 } ?? ""))
      init(initialValue) {
        \(slot) = .init(initialValue)\(marker.map { "\n  \($0) = .init()" } ?? "")
      }
      """
  }

  private var getter: String {
    """
    get {
    \(ifForwarding("return survivor.\(property.name)"))
      return \(property.slot).get(self, \(index))
    }
    """
  }

  private var store: String {
    """
      if let slot = \(property.slot).willSet(self, \(index), newValue) {
        \(property.slot) = slot
        slot.didSet(self, \(index))
      }
    """
  }

  private var setter: String {
    """
    set {
    \(ifForwarding("survivor.\(property.name) = newValue\n    return"))
    \(store)
    }
    """
  }

  private var modifier: String {
    let slot = property.slot
    return """
      _modify {
      \(ifForwarding("yield &survivor.\(property.name)\n    return"))
        var value = \(slot).beginModify(self, \(index))
        \(slot).vacate()
        defer {
          \(slot).refill(value)
          \(slot).endModify(self, \(index), value)
        }
        yield &value
      }
      """
  }

  // MARK: Observers

  /// A macro's accessors replace the user's observers, so their bodies are run from here.
  ///
  /// As in a plain class, a property that changes itself in its own observer does not start the
  /// observers again. There is no `_modify` then: a change in place reads, changes and sets.
  private func observedSetter(
    _ willSet: AccessorBlock.Observer?,
    _ didSet: AccessorBlock.Observer?
  ) -> String {
    let flag = Names.observing(property.name)
    var lines = [ifForwarding("survivor.\(property.name) = newValue\n    return")]
    lines.append("  if \(flag) {\n\(store)\n    return\n  }")
    lines.append("  \(flag) = true\n  defer { \(flag) = false }")
    var calls = (before: "", after: "")
    if let willSet {
      lines.append(function("_$willSet", willSet, value: "newValue", defaultName: "newValue"))
      calls.before = "  _$willSet()\n"
    }
    if let didSet {
      if didSet.parameter != nil || mentions("oldValue", in: didSet.body) {
        lines.append("  let _$oldValue = \(property.slot).get(self, \(index))")
      }
      lines.append(function("_$didSet", didSet, value: "_$oldValue", defaultName: "oldValue"))
      calls.after = "\n  _$didSet()"
    }
    lines.append(calls.before + store + calls.after)
    return "set {\n" + lines.joined(separator: "\n") + "\n}"
  }

  /// A local function, so that `return` in the user's body leaves only the observer.
  private func function(
    _ name: String,
    _ observer: AccessorBlock.Observer,
    value: String,
    defaultName: String
  ) -> String {
    let parameter = observer.parameter ?? defaultName
    var head = ""
    if parameter != value, observer.parameter != nil || mentions(defaultName, in: observer.body) {
      head = "\n    let \(parameter) = \(value)\n    _ = \(parameter)"
    }
    return "  func \(name)() {\(head)\n    do {\(source[observer.body])\n    }\n  }"
  }

  private func mentions(_ name: String, in range: Range<Int>) -> Bool {
    var cursor = Cursor(source, at: range.lowerBound)
    while cursor.token.range.lowerBound < range.upperBound, !cursor.isAtEnd {
      if cursor.token.kind == .identifier, cursor.text == name { return true }
      if cursor.token.kind == .string, source[cursor.token.range].contains(name) { return true }
      cursor.advance()
    }
    return false
  }
}
