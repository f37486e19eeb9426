/// Makes a class persistent.
@attached(
  member, conformances: PersistentModel,
  names: named(_$header), named(init), named(_$encode), named(_$decode), named(_$visit), named(_$describe),
  named(_$index), named(_$next), named(_$conditional))
@attached(memberAttribute)
@attached(extension, conformances: PersistentModel)
public macro Model(originalName: String = "", abstract: Bool = false) =
  #externalMacro(module: "ObjectGraphMacros", type: "ModelMacro")

@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_$_), prefixed(_$needsValue_), prefixed(_$observing_))
public macro _PersistedProperty(_ index: Int, after blocks: Int...) =
  #externalMacro(module: "ObjectGraphMacros", type: "PersistedPropertyMacro")

@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "ObjectGraphMacros", type: "AttributeMacro")

@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
  inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "ObjectGraphMacros", type: "RelationshipMacro")

@attached(peer)
public macro Transient() = #externalMacro(module: "ObjectGraphMacros", type: "TransientMacro")

@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "ObjectGraphMacros", type: "UniqueMacro")

@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "ObjectGraphMacros", type: "IndexMacro")
