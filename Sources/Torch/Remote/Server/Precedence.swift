/// Decides which client controls a lamp: of the present clients, the first that has sent levels.
///
/// The levels of the others are stored, and shown when their turn comes, so messages are never mixed. If there is no room for
/// one more client, the client that has been silent for longest is removed, but never the controlling one.
struct Precedence<Client: Equatable, Time: Comparable> {
  private struct Entry {
    var client: Client
    var lastHeard: Time
    var levels: LightLevels?
  }

  /// The clients that have sent levels, in the order of their first levels; then the others.
  private var entries: [Entry] = []
  private let capacity: Int

  /// - Parameter capacity: The most clients, at least 2.
  init(capacity: Int) { self.capacity = capacity }

  /// The client that controls the lamp; `nil` before the first levels.
  var controllingClient: Client? { entries.first.flatMap { $0.levels == nil ? nil : $0.client } }

  /// The levels for the lamp.
  var levels: LightLevels { entries.first?.levels ?? .dark }

  /// - Returns: The client that was removed to make room.
  mutating func admit(_ client: Client, at time: Time) -> Client? {
    var displaced: Client?
    if entries.count >= capacity,
      let silent = entries.indices.dropFirst().min(by: { entries[$0].lastHeard < entries[$1].lastHeard })
    {
      displaced = entries.remove(at: silent).client
    }
    entries.append(Entry(client: client, lastHeard: time))
    return displaced
  }

  mutating func receive(_ levels: LightLevels, from client: Client, at time: Time) {
    guard var place = entries.firstIndex(where: { $0.client == client }) else { return }
    if entries[place].levels == nil {
      let entry = entries.remove(at: place)
      place = entries.firstIndex { $0.levels == nil } ?? entries.endIndex
      entries.insert(entry, at: place)
    }
    entries[place].levels = levels
    entries[place].lastHeard = time
  }

  mutating func dismiss(_ client: Client) { entries.removeAll { $0.client == client } }
}
