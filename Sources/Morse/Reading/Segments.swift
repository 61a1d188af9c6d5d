/// The kind that a segment of light or dark counts as.
enum SegmentKind: UInt8, Sendable {
  /// Before the first light.
  case lead
  case dot, dash
  /// Between elements.
  case gap
  /// Between characters or words.
  case separator

  var isMark: Bool { self == .dot || self == .dash }
}

/// The segments of every reading that is still possible, as a tree that grows from a common past.
struct Segments: Sendable {
  typealias ID = Int32
  static let none: ID = -1

  struct Segment: Sendable {
    var parent: ID
    var kind: SegmentKind
    /// The tick where it ends.
    var end: Int
    /// A hash of the kinds of all segments up to this one (``Path/text``).
    var text: UInt64 = 0
    /// Length of a dot in ticks, as known at its end.
    var unit: Float
    /// Its length in units, without the part that comes from the mark before it.
    var length: Float = 0
    /// How much likelier its length is in Morse than at random, in nats.
    var regularity: Float = 0
    /// The best reading that lost to this one here and stands for another text, and its distance in nats.
    var rival: ID = Segments.none
    var rivalKind = SegmentKind.lead
    var rivalDistance = Float.infinity
  }

  private var storage: [Segment] = []
  private var free: [ID] = []

  subscript(id: ID) -> Segment {
    get { storage[Int(id)] }
    set { storage[Int(id)] = newValue }
  }

  var count: Int { storage.count - free.count }

  mutating func append(_ segment: Segment) -> ID {
    if let id = free.popLast() {
      storage[Int(id)] = segment
      return id
    }
    storage.append(segment)
    return ID(storage.count - 1)
  }

  /// Frees the segments that none of `leaves` descends from.
  mutating func keep(_ leaves: some Sequence<ID>) {
    var isKept = [Bool](repeating: false, count: storage.count)
    func mark(_ leaf: ID) {
      var id = leaf
      while id != Self.none, !isKept[Int(id)] {
        isKept[Int(id)] = true
        id = storage[Int(id)].parent
      }
    }
    for leaf in leaves { mark(leaf) }
    var rivals: [ID] = []
    for (index, kept) in isKept.enumerated() where kept && storage[index].rival != Self.none {
      rivals.append(storage[index].rival)
    }
    // The rivals of a rival are not needed.
    for id in rivals where !isKept[Int(id)] { mark(id) }
    free.removeAll(keepingCapacity: true)
    for index in storage.indices.reversed() where !isKept[index] {
      free.append(ID(index))
      storage[index].rival = Self.none
    }
    for index in storage.indices
    where isKept[index] && storage[index].rival != Self.none && !isKept[Int(storage[index].rival)] {
      storage[index].rival = Self.none
    }
  }

  // MARK: - Descent

  /// The segments up to `segment`, from old to new. The first of them has been read.
  func chain(to segment: ID) -> [ID] {
    var chain: [ID] = []
    var id = segment
    while id != Self.none {
      chain.append(id)
      id = self[id].parent
    }
    return chain.reversed()
  }

  func descends(_ leaf: ID, from ancestor: ID) -> Bool {
    var id = leaf
    while id != Self.none, id != ancestor { id = self[id].parent }
    return id == ancestor
  }

  /// The newest segment that all `leaves` descend from. `leaf` is one of them.
  func common(to leaves: some Sequence<ID>, with leaf: ID) -> ID {
    let chain = chain(to: leaf)
    var isSeen = [Bool](repeating: false, count: storage.count)
    var place = [ID: Int](minimumCapacity: chain.count)
    for (index, id) in chain.enumerated() { place[id] = index }
    var newest = chain.count - 1
    for leaf in leaves {
      var id = leaf
      while id != Self.none, !isSeen[Int(id)] {
        isSeen[Int(id)] = true
        if let found = place[id] {
          newest = min(newest, found)
          break
        }
        id = self[id].parent
      }
    }
    return chain.isEmpty ? Self.none : chain[newest]
  }
}
