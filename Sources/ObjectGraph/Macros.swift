// The macros by which classes become models. They are expanded by the plugin in ObjectGraphMacros.

/// Makes a class persistent: its stored properties are kept in the database.
///
/// ```swift
/// @Model final class Trip {
///   @Attribute(.unique) var name: String
///   var start = Date.now
///   @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
///   @Transient var isSelected = false
///   init(name: String) { self.name = name }
/// }
/// ```
///
/// Every stored `var` of the class body becomes an attribute or a relationship, by its type: a model, an
/// optional model and an array of models are relationships, everything else has to be `Codable`. Type
/// annotations may be left out where the initial value says the type. Computed, static and
/// ``Transient()`` properties are left alone. What cannot be stored is refused with a message at its place:
/// `let`, `lazy` and `weak` properties, several variables in one declaration, and generic classes.
///
/// The class becomes a ``PersistentModel``. It may have subclasses, which take the macro as well and share
/// the store of their superclass. `willSet` and `didSet` run as in any class, with one difference: they
/// also run for assignments in an initializer that come after all properties have a value.
///
/// - Parameters:
///   - originalName: The name that the class had in an older version of the schema; empty if the name never
///     changed. Noted; there are no migrations, so a store written with another one is refused.
///   - abstract: Whether only subclasses of it have objects.
@attached(
  member,
  conformances: PersistentModel,
  names: named(_$header),
  named(ID),
  named(init),
  named(_$encode),
  named(_$decode),
  named(_$visit),
  named(_$describe),
  named(_$keyPaths),
  named(_$index),
  named(_$next),
  named(_$conditional)
)
@attached(memberAttribute)
@attached(extension, conformances: PersistentModel)
public macro Model(originalName: String = "", abstract: Bool = false) =
  #externalMacro(module: "ObjectGraphMacros", type: "ModelMacro")

/// Gives an actor a context of its own, which works off the main thread.
///
/// ```swift
/// @ModelActor actor Importer {
///   func add(_ names: [String]) throws {
///     for name in names { modelContext.insert(Trip(name: name)) }
///     try modelContext.save()
///   }
/// }
/// let importer = Importer(modelContainer: container)
/// ```
///
/// The actor becomes a ``ModelActor``. Objects stay inside of it: hand over `persistentModelID` and values. An
/// actor with initializers of its own sets `modelContainer` and `modelExecutor` there.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "ObjectGraphMacros", type: "ModelActorMacro")

/// Gives a stored property of a model its slot and accessors; ``Model(originalName:abstract:)`` attaches it.
///
/// - Parameters:
///   - index: The place of the property among those of its class body, from 0, leaving out those that
///     stand between `#if` and `#endif` before it.
///   - blocks: The numbers of the conditional blocks that stand before the property.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_$_), prefixed(_$needsValue_), prefixed(_$observing_))
public macro _PersistedProperty(_ index: Int, after blocks: Int...) =
  #externalMacro(module: "ObjectGraphMacros", type: "PersistedPropertyMacro")

/// Sets options of an attribute: uniqueness, where and how the value is stored, its former name.
///
/// - Parameters:
///   - options: Options such as `.unique` or `.externalStorage`.
///   - originalName: The name that the property had in an older version of the schema. Noted; there are no
///     migrations, so a store written with another one is refused.
///   - hashModifier: A text that takes part in the property's version. It counts as
///     `originalName` does.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option...,
  originalName: String? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "ObjectGraphMacros", type: "AttributeMacro")

/// Sets options of a relationship: its inverse, what happens on deletion, how many objects it may hold.
///
/// - Parameters:
///   - options: Options such as `.unique`.
///   - deleteRule: What happens to the objects at the other end when this object is deleted.
///   - minimumModelCount: The least number of objects, checked when saving; `nil` or 0 for no limit.
///   - maximumModelCount: The greatest number of objects, checked when saving; `nil` or 0 for no limit.
///   - originalName: The name that the property had in an older version of the schema. Noted; there are no
///     migrations, so a store written with another one is refused.
///   - inverse: The property of the other model that leads back, as a key path literal. It is declared
///     on one of the two sides only. Where it is left out it is inferred if just one pair is possible.
///   - hashModifier: A text that takes part in the property's version. It counts as
///     `originalName` does.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option...,
  deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0,
  maximumModelCount: Int? = 0,
  originalName: String? = nil,
  inverse: AnyKeyPath? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "ObjectGraphMacros", type: "RelationshipMacro")

/// Keeps a property out of the database: it is a plain stored property of the object.
///
/// A fetched object is made without your initializers, so the property needs a default value or an
/// optional type. On a computed property it changes nothing.
@attached(peer)
public macro Transient() = #externalMacro(module: "ObjectGraphMacros", type: "TransientMacro")

/// Declares sets of properties of which no two objects may have the same values.
///
/// It stands in the body of the model: `#Unique<Trip>([\.name], [\.start, \.place])`.
///
/// - Parameter constraints: Arrays of key path literals; each array is a constraint of its own.
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "ObjectGraphMacros", type: "UniqueMacro")

/// Declares indexes, which make fetches by the values of properties fast.
///
/// It stands in the body of the model: `#Index<Trip>([\.name], [\.place, \.start])`.
///
/// - Parameter indices: Arrays of key path literals; each array is an index over its properties in order.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "ObjectGraphMacros", type: "IndexMacro")
