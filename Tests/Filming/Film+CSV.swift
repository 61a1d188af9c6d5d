extension Film {
  /// The trace as `aldis decode --luma` reads it.
  public var csv: String {
    frames.reduce(into: "seconds,luma\n") { $0 += "\($1.start),\($1.level)\n" }
  }
}
