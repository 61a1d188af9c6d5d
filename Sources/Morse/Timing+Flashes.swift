extension Timing {
  /// How often dot after dot flashes in a second, if that may cause seizures where all of a window shines. Up to three
  /// flashes are safe (WCAG 2.2, 2.3.1).
  public var riskyFlashes: Double? {
    let flashes = 1 / (unit * (1 + elementGap))
    // Just three are not more than three, whatever the rounding says.
    return flashes > 3 + 1e-9 && flashes <= 30 ? flashes : nil
  }
}
