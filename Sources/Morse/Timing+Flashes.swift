extension Timing {
  /// Flashes per second in a row of dots, if these may cause seizures when a whole window flashes; else `nil`. Up to three
  /// flashes per second are safe (WCAG 2.2, 2.3.1).
  public var riskyFlashes: Double? {
    let flashes = 1 / (unit * (1 + elementGap))
    // The tolerance keeps exactly three flashes from counting as more because of rounding.
    return flashes > 3 + 1e-9 && flashes <= 30 ? flashes : nil
  }
}
