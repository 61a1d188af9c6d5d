import Frames

/// What a ``LightReader`` reports. Times are in seconds on the source's axis; positions in pixels from the top left
/// of the unturned picture.
public enum LightEvent: Sendable, Equatable {
  /// Calibration averages the background: 0 at its start, 1 at its end.
  case calibration(progress: Double, time: Double)
  /// A light that signals. `time` is that of its first mark, which lies in the past: samples and edges from there on
  /// follow at once.
  case found(TorchID, x: Double, y: Double, radius: Double, time: Double)
  /// The torch is no longer read. If it comes back to its place, it gets its letter again.
  case lost(TorchID, LightLoss, time: Double)
  /// One frame of a torch that is being read, in the order of time.
  case sample(LightSample)
  /// A change of a torch's light. It follows the samples that prove it, so it is up to a few frames late.
  case edge(LightEdge)
}

/// Why a torch is no longer read.
public enum LightLoss: Sendable, Equatable {
  /// It has been silent for long, a clearer one took its place, or it was not found where it should be in the next scene.
  case silence
  /// It does not signal: it only blinks, is a passing object, or has no two levels.
  case noSignal
  /// It is another torch's reflection: its samples and edges are void.
  case echo(of: TorchID)
}
