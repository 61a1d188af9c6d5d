import Application
import ArgumentParser
import Frames

/// A size as in `640x480`.
extension PictureSize: ExpressibleByArgument {
  package init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      FrameFormat.accepts(width: width, height: height)
    else { return nil }
    self.init(width: width, height: height)
  }

  package var defaultValueDescription: String { "\(width)x\(height)" }
}
