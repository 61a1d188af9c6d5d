import CVideo4Linux

/// A camera's settings: saved at the start, changed for a steady picture, restored at the end.
///
/// Settings belong to the camera, not to the program that opened it. Without the restoring, the next program would get the
/// settings of Aldis.
final class CameraControls {
  /// A setting, by its number in Video4Linux2.
  struct Control: Hashable {
    let id: UInt32

    private init(_ id: Int32) { self.id = UInt32(id) }

    static let exposureAuto = Control(V4L2_CID_EXPOSURE_AUTO)
    /// In units of 100 us.
    static let exposureTime = Control(V4L2_CID_EXPOSURE_ABSOLUTE)
    /// Whether the camera may lower its frame rate for a longer exposure.
    static let exposurePriority = Control(V4L2_CID_EXPOSURE_AUTO_PRIORITY)
    static let gainAuto = Control(V4L2_CID_AUTOGAIN)
    static let gain = Control(V4L2_CID_GAIN)
    static let whiteBalanceAuto = Control(V4L2_CID_AUTO_WHITE_BALANCE)
    static let whiteBalance = Control(V4L2_CID_WHITE_BALANCE_TEMPERATURE)
    static let focusAuto = Control(V4L2_CID_FOCUS_AUTO)
    static let focus = Control(V4L2_CID_FOCUS_ABSOLUTE)
    /// Frequency of the mains, for cameras that avoid the beat of lamps.
    static let powerLine = Control(V4L2_CID_POWER_LINE_FREQUENCY)
  }

  private struct Range {
    var minimum: Int32
    var maximum: Int32
    var step: Int32

    func nearest(to value: Double) -> Int32 {
      let inside = Int(min(max(value.rounded(), Double(minimum)), Double(maximum)))
      return Int32(inside - (inside - Int(minimum)) % max(Int(step), 1))
    }

    func value(at share: Double) -> Int32 {
      nearest(to: Double(minimum) + min(max(share, 0), 1) * (Double(maximum) - Double(minimum)))
    }

    func share(of value: Int32) -> Double? {
      maximum > minimum ? (Double(value) - Double(minimum)) / (Double(maximum) - Double(minimum)) : nil
    }
  }

  /// The order in which settings are restored: values before the switches to automatic, because a camera in automatic mode
  /// refuses values.
  private static let restorable: [Control] = [
    .powerLine, .exposureTime, .gain, .whiteBalance, .focus,
    .exposureAuto, .gainAuto, .whiteBalanceAuto, .focusAuto, .exposurePriority,
  ]

  private let device: V4L2Device
  private var ranges: [Control: Range] = [:]
  private var saved: [Control: Int32] = [:]
  private var changed: Set<Control> = []
  private let unrestored: UnrestoredSettings
  private var camera: String { "\(device.card) at \(device.bus)" }

  init(device: V4L2Device, unrestored: UnrestoredSettings) {
    self.device = device
    self.unrestored = unrestored
    let earlier = unrestored.take(of: camera)
    for control in Self.restorable {
      var query = v4l2_queryctrl()
      query.id = control.id
      let unusable = UInt32(V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY)
      guard (try? device.perform(.describeControl, &query)) != nil, query.flags & unusable == 0,
        let value = value(of: control)
      else { continue }
      ranges[control] = Range(minimum: query.minimum, maximum: query.maximum, step: query.step)
      saved[control] = earlier[control.id] ?? value
      if earlier[control.id] != nil { changed.insert(control) }
    }
  }

  deinit { restore() }

  /// The present exposure, as the camera reports it.
  var exposure: ExposureState {
    let time = value(of: .exposureTime).map { Double($0) / 10_000 }
    guard let auto = value(of: .exposureAuto) else {
      return time == nil ? .unknown : .locked(time)
    }
    // With "shutter priority" the time is fixed and only the iris moves.
    return auto == Int32(V4L2_EXPOSURE_MANUAL.rawValue)
      || auto == Int32(V4L2_EXPOSURE_SHUTTER_PRIORITY.rawValue)
      ? .locked(time) : .automatic
  }

  /// The values that the camera sets automatically, if it reports them. If they stay the same, it has settled.
  var automaticValues: [Int32] {
    [Control.exposureTime, .gain].compactMap(value)
  }

  /// Whether the camera has an automatic mode.
  var hasAutomaticMode: Bool { saved[.exposureAuto] != nil || saved[.gainAuto] != nil }

  /// Lets the camera find its exposure and gain, at full frame rate.
  func settle() {
    set(.exposurePriority, 0)
    if let mode = value(of: .exposureAuto), Self.fixedModes.contains(mode) {
      setExposure(Self.automaticModes)
    }
    set(.gainAuto, 1)
  }

  /// Sets the exposure in seconds, or the nearest value that the camera has.
  func expose(for seconds: Double) {
    set(.exposurePriority, 0)
    setExposure(Self.fixedModes)
    if let range = ranges[.exposureTime] { set(.exposureTime, range.nearest(to: seconds * 10_000)) }
  }

  /// The adjustable exposure with its present setting; `nil` if nothing can be set.
  ///
  /// - Parameter longest: The longest exposure, in seconds.
  func adjustableExposure(longest: Double?) -> AdjustableExposure? {
    var adjustable = AdjustableExposure()
    if let range = ranges[.exposureTime], range.maximum > range.minimum, let value = value(of: .exposureTime)
    {
      let shortest = Double(max(range.minimum, 1)) / 10_000
      let maximum = min(Double(range.maximum) / 10_000, longest ?? .infinity)
      adjustable.times = shortest...max(shortest, maximum)
      adjustable.setting.time = Double(value) / 10_000
    }
    if let range = ranges[.gain], let value = value(of: .gain) {
      adjustable.setting.gain = range.share(of: value)
    }
    return adjustable.isEmpty ? nil : adjustable
  }

  /// Sets the exposure, or the nearest values that the camera has.
  func expose(_ setting: ExposureSetting) {
    if let mains = setting.mains {
      let choice = mains == 60 ? V4L2_CID_POWER_LINE_FREQUENCY_60HZ : V4L2_CID_POWER_LINE_FREQUENCY_50HZ
      set(.powerLine, Int32(choice.rawValue))
    }
    if let time = setting.time { expose(for: time) }
    if let gain = setting.gain, let range = ranges[.gain] {
      set(.gainAuto, 0)
      set(.gain, range.value(at: gain))
    }
  }

  /// Locks all settings at their present values.
  ///
  /// - Parameter longest: The longest exposure in seconds, which is the frame interval: a longer one would lower the frame
  ///   rate.
  func lock(longest: Double?) {
    let found: [(Control, Int32)] = [.exposureTime, .gain, .whiteBalance, .focus].compactMap { control in
      value(of: control).map { (control, $0) }
    }
    setExposure(Self.fixedModes)
    for automatic in [Control.gainAuto, .whiteBalanceAuto, .focusAuto] { set(automatic, 0) }
    for (control, value) in found {
      guard let range = ranges[control] else { continue }
      let limit = control == .exposureTime ? longest.map { $0 * 10_000 } : nil
      set(control, range.nearest(to: min(Double(value), limit ?? .infinity)))
    }
  }

  /// Writes the original values of the changed settings. If the camera is gone, they are kept until it is opened again.
  func restore() {
    var failed: [UInt32: Int32] = [:]
    for control in Self.restorable where changed.contains(control) {
      if let value = saved[control], write(control, value) == .noDevice { failed[control.id] = value }
    }
    changed = []
    if !failed.isEmpty { unrestored.keep(failed, of: camera) }
  }

  /// The first of `modes` that the camera's menu has. Menus differ from driver to driver, and an item may be missing in
  /// the middle.
  private func exposureMode(among modes: [Int32]) -> Int32? {
    modes.first { mode in
      var item = v4l2_querymenu()
      item.id = Control.exposureAuto.id
      item.index = UInt32(mode)
      return (try? device.perform(.describeMenu, &item)) != nil
    }
  }

  /// Modes with a fixed time: the iris fixed too, or at least the time.
  private static let fixedModes = [V4L2_EXPOSURE_MANUAL, V4L2_EXPOSURE_SHUTTER_PRIORITY].map {
    Int32($0.rawValue)
  }
  /// Automatic modes: with a fixed iris, which most cameras lack, or all automatic.
  private static let automaticModes = [V4L2_EXPOSURE_APERTURE_PRIORITY, V4L2_EXPOSURE_AUTO].map {
    Int32($0.rawValue)
  }

  private func setExposure(_ modes: [Int32]) {
    if let mode = exposureMode(among: modes) { set(.exposureAuto, mode) }
  }

  private func value(of control: Control) -> Int32? {
    var argument = v4l2_control(id: control.id, value: 0)
    guard (try? device.perform(.control, &argument)) != nil else { return nil }
    return argument.value
  }

  private func set(_ control: Control, _ value: Int32) {
    guard saved[control] != nil else { return }
    changed.insert(control)
    write(control, value)
  }

  /// Sets a value. A camera may refuse a value that is in its range.
  ///
  /// - Returns: The error if the driver refuses the value.
  @discardableResult
  private func write(_ control: Control, _ value: Int32) -> Errno? {
    var argument = v4l2_control(id: control.id, value: value)
    do throws(Errno) {
      try device.perform(.setControl, &argument)
      return nil
    } catch {
      return error
    }
  }
}
