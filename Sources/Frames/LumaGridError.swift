/// Why a ``LumaGrid`` cannot be made.
public enum LumaGridError: Error, Equatable {
  /// The picture has no pixels, or one of its sides is longer than ``FrameFormat/largestSide``.
  case size(width: Int, height: Int)
  /// The number of tiles is not that of ``LumaGrid/size(width:height:)``.
  case tileCount(Int, expected: Int)
  /// The sum of the tile with this index is larger than 255 for each of its pixels.
  case tooBright(tile: Int)
}

extension LumaGridError: CustomStringConvertible {
  /// One line without a full stop.
  public var description: String {
    switch self {
    case .size(let width, let height): "no picture has \(width) x \(height) pixels"
    case .tileCount(let count, let expected): "the picture needs \(expected) tiles, not \(count)"
    case .tooBright(let tile): "tile \(tile) is brighter than white"
    }
  }
}
