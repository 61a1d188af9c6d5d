/// How a light moves, as far as it is known.
///
/// A light that is strong enough has a track, which at first only measures the position: the light is read by its spatial
/// filter. Once it has moved significantly, or the track shows it more clearly, it is tracked: it is read where the track
/// predicts it, also while it rests. If the track loses the light, it is read by its spatial filter again, and a new track
/// begins. A light that had moved before it was found is tracked from the beginning, along the path of a backward track. One that
/// sways has a path without a track: the tiles around it, block by block.
struct Motion {
  /// The path before the light was found: spatial filters, each with the frame from which it holds, in the order of time; and
  /// the last frame for which they hold.
  var path: (places: [(from: Int, spatialFilter: SpatialFilter)], last: Int)?
  /// The track of a light that is strong enough.
  var track: PositionTrack?
  /// Levels on the torch's scale per unit of the track's flux, while the light is tracked; otherwise `nil`. It stays constant
  /// while the light is tracked, whatever the levels do.
  var levelPerFlux: Double?
  /// Since when the track does not detect the light's marks, in seconds.
  var unseenSince: Double?
  /// Whether tracking of the light begins with the next frame.
  var needsTracking = false
  /// Recent levels by the spatial filter and by the track, as shares of the step.
  var shares: [(time: Double, byFilter: Double, byTrack: Double)] = []
  /// The earliest time of the next attempt to start a track, in seconds.
  var nextTrackTime = -Double.infinity

  var isTracked: Bool { levelPerFlux != nil }

  /// Whether the track shows the light more clearly than the spatial filter: the light moves from tile to tile and back.
  var isClearerTracked: Bool { TwoLevels.isClearer(shares.map(\.byTrack), than: shares.map(\.byFilter)) }

  /// Notes both levels at `time`, and forgets those before `start`, in seconds.
  mutating func note(byFilter: Double, byTrack: Double, at time: Double, since start: Double) {
    shares.removeFirst(shares.firstIndex { $0.time >= start } ?? shares.count)
    shares.append((time, byFilter, byTrack))
  }

  /// Moves the grid. A path begins after its last place outside the new grid.
  mutating func move(_ move: GridMove) {
    track?.move(move)
    guard let path else { return }
    var places: [(from: Int, spatialFilter: SpatialFilter)] = []
    for place in path.places.reversed() {
      guard let spatialFilter = place.spatialFilter.moved(by: move) else { break }
      places.append((place.from, spatialFilter))
    }
    self.path = places.isEmpty ? nil : (places.reversed(), path.last)
  }

  /// Whether it is known where the light was in a frame. A path does not reach back to all frames.
  func isKnown(atFrame frame: Int) -> Bool { path?.places.first.map { frame >= $0.from } ?? true }

  /// The spatial filter for a frame before the light was found.
  func spatialFilter(ofFrame frame: Int) -> SpatialFilter? {
    guard let path, frame <= path.last else { return nil }
    return path.places.last { $0.from <= frame }?.spatialFilter
  }
}
