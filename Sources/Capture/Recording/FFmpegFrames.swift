import CFFmpeg
import Frames
import Synchronization

/// Lends decoded pictures without copying them: keeps FFmpeg's reference to each until its frame ends.
///
/// The number of slots limits how many pictures are lent at once.
final class FFmpegFrames: FrameLender {
  /// A slot belongs to the code that took it from the list of free ones, until it is returned.
  private let slots: [FFmpegPicture]
  private let free: Mutex<[Int]>

  init(capacity: Int) {
    slots = (0..<capacity).map { _ in FFmpegPicture() }
    free = Mutex(Array((0..<capacity).reversed()))
  }

  /// The number of slots that are not lent.
  var available: Int { free.withLock(\.count) }

  /// Lends `picture`, which loses its reference to the pixels; `nil` while every slot is lent.
  ///
  /// - Parameter format: The format from the ``FFmpegLayout`` of this picture.
  func lend(
    _ picture: UnsafeMutablePointer<AVFrame>, as format: FrameFormat, timestamp: Timestamp,
    sequence: UInt64
  ) -> Frame? {
    guard let index = free.withLock({ $0.popLast() }) else { return nil }
    let slot = slots[index].frame
    av_frame_move_ref(slot, picture)
    return Frame(
      format: format, timestamp: timestamp, sequence: sequence, bytes: slot.pointee.bytes, lender: self,
      index: index)
  }

  func takeBack(_ index: Int) {
    // References are counted atomically: the pixels may return to their pool on any thread.
    av_frame_unref(slots[index].frame)
    free.withLock { $0.append(index) }
  }
}

extension AVFrame {
  /// The memory from the first plane's first byte to the end of its buffer. ``FFmpegLayout`` has checked both.
  fileprivate var bytes: UnsafeRawBufferPointer {
    guard let base = data.0, let buffer = buf.0?.pointee else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: base, count: buffer.size - (base - buffer.data))
  }
}
