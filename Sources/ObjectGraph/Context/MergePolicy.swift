/// What a save does with objects that another context has changed and saved since this one read them.
///
/// Properties are compared one by one: what was changed on one side only is merged, whatever the policy. The
/// targets of a to-many relationship are merged one by one too. A conflict is a property that both sides
/// changed to different values, or an object that was changed here and deleted there.
public enum MergePolicy: Sendable, Hashable {
  /// The values of this context win. An object that was deleted elsewhere makes the save throw `conflict`.
  case objectTrump
  /// The stored values win; an object that was deleted elsewhere leaves the context.
  case storeTrump
  /// The save throws `conflict`, naming object and properties.
  case error
  /// All values of the object as this context has them win, those that it did not change included. An object
  /// that was deleted elsewhere makes the save throw `conflict`.
  case overwrite
  /// An object with a conflict loses all its changes of attributes and to-one relationships, and has the stored
  /// values.
  case rollback
}
