/// The number of a torch: the first one found is `A`, the next `B`, and so on.
public struct TorchID: Hashable, Comparable, Sendable {
  /// Counted from 0, in the order in which the torches were found.
  public let index: Int

  /// - Parameter index: 0 or more.
  public init(_ index: Int) {
    precondition(index >= 0)
    self.index = index
  }

  /// `A` to `Z`, then `AA`, `AB` ..., like the columns of a spreadsheet.
  public var letter: String {
    var rest = index
    var letters = ""
    repeat {
      letters = String(UnicodeScalar(UInt8(65 + rest % 26))) + letters
      rest = rest / 26 - 1
    } while rest >= 0
    return letters
  }

  /// Whether `a` was found first.
  public static func < (a: TorchID, b: TorchID) -> Bool { a.index < b.index }
}
