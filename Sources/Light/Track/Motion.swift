/// What is known of how a light moves.
///
/// A light that is clear enough has a pursuit, which at first only watches where it is: the light is read by its footprint.
/// Once it has come farther than doubt allows it is followed: read wherever the pursuit tells, also while it rests. One that
/// the pursuit no longer sees is read by its footprint again, and a new pursuit begins. A light that had moved before it was
/// found is followed from the beginning, along the course on which it was traced back.
struct Motion {
  /// Where it was before it was found: footprints, each from a frame on, in their order; and the last frame they hold for.
  var course: (places: [(from: Int, footprint: Footprint)], last: Int)?
  /// Where it is, as far as it is clear enough to tell.
  var pursuit: Pursuit?
  /// Where it is read where the pursuit tells, the levels on the torch's scale that a unit of the pursuit's flux is; `nil`
  /// where it is not. It stays as it is while the light is followed, whatever the levels do.
  var scale: Double?
  /// Since when its marks are not seen by the pursuit, in seconds.
  var unseenSince: Double?
  /// When a pursuit may be begun, in seconds.
  var nextTry = -Double.infinity

  var isFollowed: Bool { scale != nil }

  /// Where it fell in a frame before it was found.
  func footprint(ofFrame frame: Int) -> Footprint? {
    guard let course, frame <= course.last else { return nil }
    return course.places.last { $0.from <= frame }?.footprint
  }
}
