import CVideo4Linux
import Foundation
import Frames
import Synchronization

@testable import Capture

/// Simulates a camera and its kernel from a script, with its own clock. Any call can be made to fail.
final class ScriptedCamera: VideoSystem {
  /// The failure of a call.
  enum Fault {
    case always(Errno)
    case counted(Errno, count: Int)
  }

  /// A buffer that the driver fills.
  struct Delivery {
    /// Seconds after the previous delivery.
    var after = 1.0 / 30
    var sequence: UInt32
    var flags = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
    /// The written bytes; `nil` means a whole picture of zeros.
    var bytes: [UInt8]?
    /// The driver's timestamp; `nil` means the time of delivery.
    var stamp: Timestamp?
  }

  struct Setting {
    var value: Int32
    var range: ClosedRange<Int32> = 0...1
    var menu: Set<Int32>?
    /// The driver's value for a requested value.
    var accepts: @Sendable (Int32) -> Int32 = { $0 }
  }

  struct Script {
    var kind: FileKind? = .device
    /// The path of the only video node.
    var node = "/dev/video0"
    /// Whether udev keeps a name for the camera.
    var hasStablePath = true
    var card = "Scripted camera"
    var driver = "scripted"
    var capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
    var formats = [ScriptedCamera.yuyv]
    /// The driver's change of a requested format.
    var given: @Sendable (inout v4l2_pix_format) -> Void = { _ in }
    var rate = FrameRate(30)
    var bufferCount = 8
    var faults: [String: Fault] = [:]
    var deliveries: [Delivery] = []
    var settings: [CameraControls.Control: Setting] = [:]
    /// The result of `poll` after the last delivery.
    var readinessAtEnd: Readiness = []
  }

  static let yuyv = CameraFormat(
    code: "YUYV", name: "YUYV 4:2:2",
    sizes: [CameraSize(width: .init(64), height: .init(48), rates: [CameraRates(FrameRate(30))])])

  fileprivate struct State {
    var script: Script
    var now = Timestamp(seconds: 1000)
    var calls: [String] = []
    var openDescriptors = 0
    var mapped = 0
    var format = v4l2_pix_format()
    var queued: [Int] = []
    var isStreaming = false
    var nextDelivery: Timestamp?
  }

  private struct Memory: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer
  }

  private let state: Mutex<State>
  private let memory: Memory
  fileprivate static let bufferLength = 1 << 16

  init(_ script: Script = Script()) {
    state = Mutex(State(script: script))
    memory = Memory(bytes: .allocate(byteCount: Self.bufferLength * 32, alignment: 16))
    memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { memory.bytes.deallocate() }

  // State for the checks of a test.
  var calls: [String] { state.withLock(\.calls) }
  var openDescriptors: Int { state.withLock(\.openDescriptors) }
  var mapped: Int { state.withLock(\.mapped) }
  var queued: [Int] { state.withLock(\.queued) }
  func count(of call: VideoRequest) -> Int { calls.count { $0 == call.name } }
  func setting(_ control: CameraControls.Control) -> Int32? {
    state.withLock { $0.script.settings[control]?.value }
  }
  /// Changes the script during the simulation.
  func rewrite(_ change: (inout Script) -> Void) {
    state.withLock { state in
      var script = state.script
      change(&script)
      state.script = script
    }
  }

  func kind(of path: String) -> FileKind? { path.hasPrefix("/") ? state.withLock(\.script.kind) : nil }
  func nodes() -> [String] { [state.withLock(\.script.node)] }
  func stablePath(of path: String) -> String? {
    state.withLock(\.script.hasStablePath) ? "/dev/v4l/by-id/usb-\(path.suffix(1))" : nil
  }
  func now() -> Timestamp { state.withLock(\.now) }

  func open(_ path: String) throws(Errno) -> CInt {
    try state.withLock { state throws(Errno) in
      try state.call("open")
      state.openDescriptors += 1
      return 7
    }
  }

  func close(_ descriptor: CInt) {
    state.withLock { $0.openDescriptors -= 1 }
  }

  func map(_ descriptor: CInt, offset: Int, length: Int) throws(Errno) -> UnsafeMutableRawBufferPointer {
    try state.withLock { state throws(Errno) in
      try state.call("mmap")
      state.mapped += 1
    }
    return UnsafeMutableRawBufferPointer(rebasing: memory.bytes[offset..<offset + length])
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    state.withLock { $0.mapped -= 1 }
  }

  func wait(_ descriptor: CInt, milliseconds: CInt) throws(Errno) -> Readiness {
    try state.withLock { state throws(Errno) in
      try state.call("poll")
      let end = state.now + Double(milliseconds) / 1000
      if descriptor >= 0, let next = state.nextDelivery, next <= end, !state.queued.isEmpty {
        state.now = max(state.now, next)
        return .readable
      }
      if descriptor >= 0, state.script.deliveries.isEmpty, state.isStreaming,
        !state.script.readinessAtEnd.isEmpty
      {
        return state.script.readinessAtEnd
      }
      state.now = end
      return []
    }
  }

  func control(
    _ descriptor: CInt, _ request: VideoRequest, _ argument: UnsafeMutableRawPointer
  ) throws(Errno) {
    try state.withLock { state throws(Errno) in
      try state.call(request.name)
      switch request {
      case .capability: state.describe(&argument.assumingMemoryBound(to: v4l2_capability.self).pointee)
      case .enumerateFormats: try state.list(&argument.assumingMemoryBound(to: v4l2_fmtdesc.self).pointee)
      case .enumerateSizes: try state.list(&argument.assumingMemoryBound(to: v4l2_frmsizeenum.self).pointee)
      case .enumerateIntervals:
        try state.list(&argument.assumingMemoryBound(to: v4l2_frmivalenum.self).pointee)
      case .setFormat: state.adopt(&argument.assumingMemoryBound(to: v4l2_format.self).pointee)
      case .parameters, .setParameters:
        let parameters = argument.assumingMemoryBound(to: v4l2_streamparm.self)
        parameters.pointee.parm.capture.capability = UInt32(V4L2_CAP_TIMEPERFRAME)
        parameters.pointee.parm.capture.timeperframe.numerator = state.script.rate.seconds
        parameters.pointee.parm.capture.timeperframe.denominator = state.script.rate.frames
      case .requestBuffers:
        let buffers = argument.assumingMemoryBound(to: v4l2_requestbuffers.self)
        buffers.pointee.count = min(buffers.pointee.count, UInt32(state.script.bufferCount))
      case .buffer:
        let buffer = argument.assumingMemoryBound(to: v4l2_buffer.self)
        buffer.pointee.length = UInt32(Self.bufferLength)
        buffer.pointee.m.offset = buffer.pointee.index * UInt32(Self.bufferLength)
      case .queue:
        let index = Int(argument.assumingMemoryBound(to: v4l2_buffer.self).pointee.index)
        precondition(!state.queued.contains(index), "a buffer is queued twice")
        state.queued.append(index)
      case .dequeue:
        try state.fill(&argument.assumingMemoryBound(to: v4l2_buffer.self).pointee, in: memory.bytes)
      case .streamOn:
        state.isStreaming = true
        state.schedule()
      case .streamOff:
        state.isStreaming = false
        state.queued = []
        state.nextDelivery = nil
      case .describeControl: try state.list(&argument.assumingMemoryBound(to: v4l2_queryctrl.self).pointee)
      case .describeMenu:
        let item = argument.assumingMemoryBound(to: v4l2_querymenu.self).pointee
        let setting = state.script.settings.first { $0.key.id == item.id }?.value
        guard let menu = setting?.menu, menu.contains(Int32(item.index)) else { throw .invalid }
      case .control: try state.read(&argument.assumingMemoryBound(to: v4l2_control.self).pointee)
      case .setControl: try state.write(argument.assumingMemoryBound(to: v4l2_control.self).pointee)
      default: throw .notThisDevice
      }
    }
  }
}

extension ScriptedCamera.State {
  fileprivate mutating func call(_ name: String) throws(Errno) {
    calls.append(name)
    switch script.faults[name] {
    case nil: return
    case .always(let errno): throw errno
    case .counted(let errno, let count):
      script.faults[name] = count > 1 ? .counted(errno, count: count - 1) : nil
      throw errno
    }
  }

  fileprivate func describe(_ capability: inout v4l2_capability) {
    write(script.card, to: &capability.card)
    write(script.driver, to: &capability.driver)
    capability.capabilities = UInt32(V4L2_CAP_DEVICE_CAPS) | 0xff
    capability.device_caps = script.capabilities
  }

  fileprivate func list(_ entry: inout v4l2_fmtdesc) throws(Errno) {
    guard Int(entry.index) < script.formats.count else { throw .invalid }
    let format = script.formats[Int(entry.index)]
    entry.pixelformat = fourCC(format.code)
    entry.flags = format.isEmulated ? UInt32(V4L2_FMT_FLAG_EMULATED) : 0
    write(format.name, to: &entry.description)
  }

  fileprivate func list(_ entry: inout v4l2_frmsizeenum) throws(Errno) {
    let sizes = script.formats.first { fourCC($0.code) == entry.pixel_format }?.sizes ?? []
    guard Int(entry.index) < sizes.count else { throw .invalid }
    let size = sizes[Int(entry.index)]
    if size.width.minimum == size.width.maximum {
      entry.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
      entry.discrete.width = UInt32(size.width.minimum)
      entry.discrete.height = UInt32(size.height.minimum)
    } else {
      // Such a driver ignores the index.
      entry.type = V4L2_FRMSIZE_TYPE_STEPWISE.rawValue
      entry.stepwise = v4l2_frmsize_stepwise(
        min_width: UInt32(size.width.minimum), max_width: UInt32(size.width.maximum),
        step_width: UInt32(size.width.step), min_height: UInt32(size.height.minimum),
        max_height: UInt32(size.height.maximum), step_height: UInt32(size.height.step))
    }
  }

  fileprivate func list(_ entry: inout v4l2_frmivalenum) throws(Errno) {
    let format = script.formats.first { fourCC($0.code) == entry.pixel_format }
    let size = format?.sizes.first {
      $0.width.nearest(to: Int(entry.width)) == Int(entry.width)
        && $0.height.nearest(to: Int(entry.height)) == Int(entry.height)
    }
    guard let rates = size?.rates, Int(entry.index) < rates.count else { throw .invalid }
    let rate = rates[Int(entry.index)]
    if rate.slowest == rate.fastest {
      entry.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
      entry.discrete = v4l2_fract(numerator: rate.slowest.seconds, denominator: rate.slowest.frames)
    } else {
      entry.type = V4L2_FRMIVAL_TYPE_CONTINUOUS.rawValue
      entry.stepwise.min = v4l2_fract(numerator: rate.fastest.seconds, denominator: rate.fastest.frames)
      entry.stepwise.max = v4l2_fract(numerator: rate.slowest.seconds, denominator: rate.slowest.frames)
    }
  }

  fileprivate mutating func adopt(_ format: inout v4l2_format) {
    script.given(&format.fmt.pix)
    self.format = format.fmt.pix
  }

  fileprivate mutating func schedule() {
    nextDelivery = script.deliveries.first.map { now + $0.after }
  }

  fileprivate mutating func fill(
    _ buffer: inout v4l2_buffer, in memory: UnsafeMutableRawBufferPointer
  ) throws(Errno) {
    guard let time = nextDelivery, time <= now, !queued.isEmpty else { throw .again }
    let delivery = script.deliveries.removeFirst()
    let index = queued.removeFirst()
    let stamp = (delivery.stamp ?? now).nanoseconds
    buffer.index = UInt32(index)
    buffer.sequence = delivery.sequence
    buffer.flags = delivery.flags
    buffer.timestamp = timeval(
      tv_sec: Int(stamp / 1_000_000_000), tv_usec: Int(stamp % 1_000_000_000 / 1000))
    buffer.bytesused = UInt32(delivery.bytes?.count ?? 64 * 48 * 2)
    let start = index * ScriptedCamera.bufferLength
    if let bytes = delivery.bytes {
      UnsafeMutableRawBufferPointer(rebasing: memory[start...]).copyBytes(from: bytes)
    }
    schedule()
  }

  fileprivate func list(_ query: inout v4l2_queryctrl) throws(Errno) {
    let id = query.id
    guard let setting = script.settings.first(where: { $0.key.id == id })?.value else { throw .invalid }
    query.minimum = setting.range.lowerBound
    query.maximum = setting.range.upperBound
    query.step = 1
    query.default_value = setting.value
  }

  fileprivate func read(_ control: inout v4l2_control) throws(Errno) {
    let id = control.id
    guard let setting = script.settings.first(where: { $0.key.id == id })?.value else { throw .invalid }
    control.value = setting.value
  }

  fileprivate mutating func write(_ control: v4l2_control) throws(Errno) {
    guard let key = script.settings.keys.first(where: { $0.id == control.id }) else { throw .invalid }
    script.settings[key]!.value = script.settings[key]!.accepts(control.value)
  }

  private func write<Characters>(_ words: String, to characters: inout Characters) {
    withUnsafeMutableBytes(of: &characters) { $0.copyBytes(from: words.utf8.prefix($0.count)) }
  }
}

extension Errno {
  static let invalid = Errno(rawValue: EINVAL)
  static let noSpace = Errno(rawValue: ENOSPC)
  static let notThisDevice = Errno(rawValue: ENOTTY)
}
