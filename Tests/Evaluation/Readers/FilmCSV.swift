import Filming

extension Film {
  /// The trace as `aldis decode --luma` reads it.
  var csv: String {
    frames.reduce(into: "seconds,luma\n") { $0 += "\($1.start),\($1.level)\n" }
  }
}
