import CGLib

// Named as Foundation names them, and preferred to its own: those bring ICU along, whose data alone are 34 MB of a program that
// depends on no Swift runtime (`make install`).
extension String {
  /// Unicode NFKC: ligatures, wide and narrow forms as plain characters.
  public var precomposedStringWithCompatibilityMapping: String { normalized(G_NORMALIZE_NFKC) }

  /// Unicode NFD: letters apart from their marks.
  public var decomposedStringWithCanonicalMapping: String { normalized(G_NORMALIZE_NFD) }

  private func normalized(_ form: GNormalizeMode) -> String {
    // A string of Swift is valid UTF-8, for which it always answers (g_utf8_normalize).
    guard let text = g_utf8_normalize(self, -1, form) else { return self }
    defer { g_free(text) }
    return String(cString: text)
  }
}
