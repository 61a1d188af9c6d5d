/// The properties of a scene that change from frame to frame.
package struct SceneMoment {
  /// The middle of the exposure, in seconds from the start of the scene. Places are those of this time.
  package let time: Double
  /// Offset of the whole picture, in pixels.
  package var shake: SIMD2<Double>
  /// Factor of the ambient light on the backdrop.
  package var ambient = 1.0
  /// Factor of the camera on all light.
  package var gain = 1.0
  /// Brightness of each lamp, 0...1.
  package var levels: [Double]
  /// Offset of each lamp, in pixels.
  package var lampOffsets: [SIMD2<Double>]
  /// Offset of each of ``SceneDisturbance/occluders``, in pixels.
  package var occluderOffsets: [SIMD2<Double>] = []
}

/// Motion, light and occluders in addition to those of a description, as in the films of evaluations.
package protocol SceneDisturbance {
  /// The largest offset of the whole picture that it causes, in whole pixels.
  var reach: Int { get }
  /// Occluders in front of the backdrop and behind the lamps.
  var occluders: [(luma: SceneOccluder, colour: SceneOccluder)] { get }
  /// Paints on the backdrop.
  func paint(_ canvas: inout SceneCanvas)
  /// Changes the moment of frame `index`.
  ///
  /// - Parameter levels: The brightness of each lamp in a frame.
  mutating func change(
    _ moment: inout SceneMoment, ofFrame index: UInt64, levels: (_ frame: UInt64) -> [Double])
}
