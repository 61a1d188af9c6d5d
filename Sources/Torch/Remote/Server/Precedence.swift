/// Whom of its clients a lamp obeys: whoever of those present was the first to send levels.
///
/// The others' levels are remembered, and shown when their turn comes; so nobody's message is mixed with another's. When
/// there is no room for one more client, whoever has been silent the longest has to go, but never the one that is obeyed.
struct Precedence<Client: Equatable, Time: Comparable> {
  private struct Guest {
    var client: Client
    var lastHeard: Time
    var levels: LightLevels?
  }

  /// Those who have sent levels, in the order of their first; then those who have not.
  private var guests: [Guest] = []
  private let capacity: Int

  /// - Parameter capacity: Clients there is room for, at least 2.
  init(capacity: Int) { self.capacity = capacity }

  /// Whom the lamp obeys; `nil` while nobody has sent anything.
  var obeyed: Client? { guests.first.flatMap { $0.levels == nil ? nil : $0.client } }

  /// What the lamp is to show.
  var levels: LightLevels { guests.first?.levels ?? .dark }

  /// - Returns: Who has to go for it.
  mutating func admit(_ client: Client, at time: Time) -> Client? {
    var displaced: Client?
    if guests.count >= capacity,
      let silent = guests.indices.dropFirst().min(by: { guests[$0].lastHeard < guests[$1].lastHeard })
    {
      displaced = guests.remove(at: silent).client
    }
    guests.append(Guest(client: client, lastHeard: time))
    return displaced
  }

  mutating func hear(_ levels: LightLevels, from client: Client, at time: Time) {
    guard var place = guests.firstIndex(where: { $0.client == client }) else { return }
    if guests[place].levels == nil {
      let guest = guests.remove(at: place)
      place = guests.firstIndex { $0.levels == nil } ?? guests.endIndex
      guests.insert(guest, at: place)
    }
    guests[place].levels = levels
    guests[place].lastHeard = time
  }

  mutating func dismiss(_ client: Client) { guests.removeAll { $0.client == client } }
}
