import Frames

/// What a ``LightReader`` has to tell. Times are in seconds on the source's axis; positions in pixels from the top left
/// of the unturned picture.
public enum LightEvent: Sendable, Equatable {
  /// The baseline is being averaged: 0 at its start, 1 when it stands.
  case calibration(progress: Double, time: Double)
  /// A light that signals. `time` is that of its first mark, which lies in the past: samples and edges from there on
  /// follow at once.
  case found(TorchID, x: Double, y: Double, radius: Double, time: Double)
  /// The torch is read no more. Its letter stays its own should it come back.
  case lost(TorchID, LightLoss, time: Double)
  /// Every frame of every torch that is being read, in the order of time.
  case sample(LightSample)
  /// A change of a torch's light. It follows the samples that prove it, so it is up to a few frames late.
  case edge(LightEdge)
}

/// Why a torch is read no more.
public enum LightLoss: Sendable, Equatable {
  /// It has been silent for long, or a clearer one took its place, or the picture begins anew.
  case silence
  /// It turned out not to signal: it only blinks, is something that passes, or has no two levels.
  case noSignal
  /// It is another torch's reflection: what it told is worth nothing.
  case echo(of: TorchID)
}
