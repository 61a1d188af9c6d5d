/// What is known of how a light moves.
struct Motion {
  /// Where it was before it was found: footprints, each from a frame on, in their order; and the last frame they hold for.
  var course: (places: [(from: Int, footprint: Footprint)], last: Int)?
  /// Where it is, as far as it is clear enough to tell.
  var pursuit: Pursuit?
  /// Whether it is read where the pursuit tells.
  var isFollowed = false
  /// When it was last seen to move, in seconds, and when it may be looked at again.
  var lastMoved = -Double.infinity
  var nextTry = -Double.infinity

  /// Where it fell in a frame before it was found.
  func footprint(ofFrame frame: Int) -> Footprint? {
    guard let course, frame <= course.last else { return nil }
    return course.places.last { $0.from <= frame }?.footprint
  }
}
