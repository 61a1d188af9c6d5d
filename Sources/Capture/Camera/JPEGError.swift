/// Why a compressed picture became no frame.
public enum JPEGError: Error, Sendable, Equatable {
  /// The bytes are no JPEG at all; libjpeg-turbo's words.
  case notJPEG(String)
  /// A JPEG of a kind that has no ``PixelFormat``, or larger than ``FrameFormat/largestSide``.
  case unsupported(String)
  /// The picture is of another size or sampling than the format it was to be decoded as.
  case formatChanged
  /// The picture breaks off or is damaged: what was written to the buffer is not the whole truth.
  case incomplete(String)
}
