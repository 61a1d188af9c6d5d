import CGLib

// Named like Foundation's functions, and used instead of them: Foundation's need ICU, whose data take 34 MB in a program
// without a Swift runtime (`make install`).
extension String {
  /// Unicode NFKC: ligatures, wide and narrow forms become plain characters.
  public var precomposedStringWithCompatibilityMapping: String { normalized(G_NORMALIZE_NFKC) }

  /// Unicode NFD: letters are separated from their marks.
  public var decomposedStringWithCanonicalMapping: String { normalized(G_NORMALIZE_NFD) }

  private func normalized(_ form: GNormalizeMode) -> String {
    // A Swift string is valid UTF-8, for which `g_utf8_normalize` always succeeds.
    guard let text = g_utf8_normalize(self, -1, form) else { return self }
    defer { g_free(text) }
    return String(cString: text)
  }
}
