import CVideo4Linux
import Frames
import Synchronization

/// A camera's frame buffers: mapped memory of the driver, passed between the driver and the readers of frames.
///
/// Frames retain the ring, so the mappings last until the last frame has ended, even if the camera is already closed.
final class V4L2BufferRing: FrameLender {
  /// Buffers to request; the driver may give fewer or more. A ``CaptureQueue`` that is full holds six of them, and its reader
  /// one more.
  static let wantedCount = 8

  /// A buffer the driver has filled.
  struct Filled {
    var index: Int
    var byteCount: Int
    var flags: UInt32
    var sequence: UInt32
    /// The driver's stamp in nanoseconds, on the clock that `flags` names.
    var stamp: Int64
  }

  private enum Place {
    case idle, queued, lent
  }

  private struct State {
    /// `nil` once the camera is closed: buffers that return later are not queued.
    var device: V4L2Device?
    var isStreaming = false
    var places: [Place]

    /// Queues every idle buffer. A buffer that the driver refuses stays idle and is queued again with the next one. If the
    /// driver always refuses, the stream stalls, which is reported.
    mutating func queueIdle() {
      guard isStreaming, let device else { return }
      for index in places.indices where places[index] == .idle {
        guard (try? V4L2BufferRing.queue(index, on: device)) != nil else { continue }
        places[index] = .queued
      }
    }

    mutating func stop() {
      guard isStreaming, let device else { return }
      isStreaming = false
      var type = capture
      // An unplugged camera refuses the request. Its buffers are then already free.
      try? device.perform(.streamOff, &type)
      for index in places.indices where places[index] == .queued { places[index] = .idle }
    }
  }

  // Immutable. Only the driver writes its bytes, and only while no frame uses them.
  private struct Mapping: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer
  }

  private let mappings: [Mapping]
  private let system: any VideoSystem
  private let state: Mutex<State>

  /// - Parameter byteCount: The size of a whole frame; smaller buffers are refused.
  init(device: V4L2Device, byteCount: Int) throws(CaptureError) {
    system = device.system
    mappings = try Self.mapBuffers(of: device, byteCount: byteCount)
    state = Mutex(State(device: device, places: Array(repeating: .idle, count: mappings.count)))
  }

  deinit {
    close()
    for mapping in mappings { system.unmap(mapping.bytes) }
  }

  private static func mapBuffers(of device: V4L2Device, byteCount: Int) throws(CaptureError) -> [Mapping] {
    var mappings: [Mapping] = []
    do throws(CaptureError) {
      let count = try request(wantedCount, of: device)
      guard count >= 2 else {
        throw .deviceFailed(device.path, request: "VIDIOC_REQBUFS", reason: "too few buffers (\(count))")
      }
      for index in 0..<count {
        var buffer = description(index)
        try device.require(.buffer, &buffer)
        guard Int(buffer.length) >= byteCount else {
          throw .deviceFailed(
            device.path, request: "VIDIOC_QUERYBUF",
            reason: "its buffers hold \(buffer.length) bytes and a frame takes \(byteCount)")
        }
        mappings.append(
          Mapping(bytes: try device.map(offset: Int(buffer.m.offset), length: Int(buffer.length))))
      }
      return mappings
    } catch {
      for mapping in mappings { device.system.unmap(mapping.bytes) }
      _ = try? request(0, of: device)
      throw error
    }
  }

  private static func request(_ count: Int, of device: V4L2Device) throws(CaptureError) -> Int {
    var buffers = v4l2_requestbuffers()
    buffers.count = UInt32(count)
    buffers.type = capture
    buffers.memory = V4L2_MEMORY_MMAP.rawValue
    try device.require(.requestBuffers, &buffers)
    return Int(buffers.count)
  }

  private static func description(_ index: Int) -> v4l2_buffer {
    var buffer = v4l2_buffer()
    buffer.index = UInt32(index)
    buffer.type = capture
    buffer.memory = V4L2_MEMORY_MMAP.rawValue
    return buffer
  }

  /// Gives the driver every buffer that is not lent out, and starts the stream.
  func start() throws(CaptureError) {
    try state.withLock { state throws(CaptureError) in
      guard let device = state.device else { return }
      for index in state.places.indices where state.places[index] == .idle {
        do throws(Errno) {
          try Self.queue(index, on: device)
        } catch {
          throw device.failure(of: .queue, error)
        }
        state.places[index] = .queued
      }
      var type = capture
      try device.require(.streamOn, &type)
      state.isStreaming = true
    }
  }

  /// Stops the stream. The driver releases every buffer, filled or not.
  func stop() {
    state.withLock { $0.stop() }
  }

  /// Stops the stream and frees the driver's buffers, so that another program can have the camera at once. Frames that are
  /// still lent keep their memory: the kernel frees a mapped buffer after its last mapping.
  func close() {
    state.withLock { state in
      state.stop()
      if let device = state.device { _ = try? Self.request(0, of: device) }
      state.device = nil
    }
  }

  /// Whether there are enough buffers to lend some and leave the driver two to fill.
  var hasBuffersToLend: Bool { mappings.count >= 4 }

  /// Whether the driver has no buffer to fill because every buffer is lent.
  var isStarved: Bool {
    state.withLock { !$0.places.contains(.queued) && $0.places.contains(.lent) }
  }

  /// The next filled buffer; `nil` while there is none. The caller must return it with ``takeBack(_:)``.
  func dequeue() throws(CaptureError) -> Filled? {
    try state.withLock { state throws(CaptureError) -> Filled? in
      guard let device = state.device else { return nil }
      state.queueIdle()
      var buffer = Self.description(0)
      do throws(Errno) {
        try device.perform(.dequeue, &buffer)
      } catch {
        if error == .again { return nil }
        throw device.failure(of: .dequeue, error)
      }
      let index = Int(buffer.index)
      guard state.places.indices.contains(index), state.places[index] == .queued else {
        throw .deviceFailed(device.path, request: "VIDIOC_DQBUF", reason: "no buffer of ours (\(index))")
      }
      state.places[index] = .lent
      return Filled(
        index: index, byteCount: Int(buffer.bytesused), flags: buffer.flags, sequence: buffer.sequence,
        stamp: video_timestamp(&buffer))
    }
  }

  /// The memory of a dequeued buffer.
  func bytes(of index: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(mappings[index].bytes)
  }

  func takeBack(_ index: Int) {
    state.withLock { state in
      state.places[index] = .idle
      state.queueIdle()
    }
  }

  private static func queue(_ index: Int, on device: V4L2Device) throws(Errno) {
    var buffer = description(index)
    try device.perform(.queue, &buffer)
  }
}
