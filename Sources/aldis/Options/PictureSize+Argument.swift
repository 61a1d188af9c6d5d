import Application
import Frames

extension PictureSize {
  /// The size that the user named, as in `640x480`.
  static func named(_ text: String) throws(UsageError) -> PictureSize {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      FrameFormat.accepts(width: width, height: height)
    else {
      throw UsageError(
        "must be WIDTHxHEIGHT, such as 640x480, each at most \(FrameFormat.largestSide)")
    }
    return PictureSize(width: width, height: height)
  }
}
