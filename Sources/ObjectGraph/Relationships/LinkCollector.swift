/// Strong references taken out of an object that is about to go.
struct LinkCollector {
  var objects: [any PersistentModel] = []
}
