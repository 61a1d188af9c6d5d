extension Double {
  /// As people write it: 30, not 30.0.
  var plain: String {
    self == rounded() && magnitude < 1e9 ? String(Int(self)) : String(self)
  }
}
