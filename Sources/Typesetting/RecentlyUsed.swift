/// A bounded cache: when it is full, the value unused for longest makes room.
///
/// Few and large values: finding the oldest looks at them all.
struct RecentlyUsed<Key: Hashable, Value> {
  let capacity: Int
  private var entries: [Key: (value: Value, lastUse: Int)] = [:]
  private var uses = 0

  init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
  }

  var count: Int { entries.count }

  subscript(key: Key) -> Value? {
    mutating get {
      guard let index = entries.index(forKey: key) else { return nil }
      uses += 1
      entries.values[index].lastUse = uses
      return entries.values[index].value
    }
  }

  mutating func insert(_ value: Value, for key: Key) {
    if entries.count >= capacity, entries[key] == nil,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries.removeValue(forKey: oldest.key)
    }
    uses += 1
    entries[key] = (value, uses)
  }
}
