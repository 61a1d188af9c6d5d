import CVideo4Linux

/// A camera's own settings, borrowed: saved when made, changed for a steady picture, put back when let go.
///
/// Settings belong to the camera, not to the program that opened it: without putting them back, the next program would
/// find them as Aldis left them.
final class CameraControls {
  /// A setting by the number Video4Linux2 knows it by.
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
    /// Which mains the lamps around hang on, for cameras that avoid their beat.
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

  /// Values before switches: while the camera decides it would not take them.
  private static let borrowed: [Control] = [
    .powerLine, .exposureTime, .gain, .whiteBalance, .focus,
    .exposureAuto, .gainAuto, .whiteBalanceAuto, .focusAuto, .exposurePriority,
  ]

  private let device: V4L2Device
  private var ranges: [Control: Range] = [:]
  private var saved: [Control: Int32] = [:]
  private var touched: Set<Control> = []
  private let owed: OwedSettings
  private var camera: String { "\(device.card) at \(device.bus)" }

  init(device: V4L2Device, owed: OwedSettings) {
    self.device = device
    self.owed = owed
    let debts = owed.take(over: camera)
    for control in Self.borrowed {
      var query = v4l2_queryctrl()
      query.id = control.id
      let unusable = UInt32(V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY)
      guard (try? device.perform(.describeControl, &query)) != nil, query.flags & unusable == 0,
        let value = value(of: control)
      else { continue }
      ranges[control] = Range(minimum: query.minimum, maximum: query.maximum, step: query.step)
      saved[control] = debts[control.id] ?? value
      if debts[control.id] != nil { touched.insert(control) }
    }
  }

  deinit { restore() }

  /// Who decides at the moment, and for how long the shutter is open, as the camera itself tells.
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

  /// What the camera is deciding on, where it tells: the same twice means that it has settled.
  var automaticValues: [Int32] {
    [Control.exposureTime, .gain].compactMap(value)
  }

  /// Whether there is anything to let settle.
  var isAutomatic: Bool { saved[.exposureAuto] != nil || saved[.gainAuto] != nil }

  /// Lets the camera find its exposure and gain, at full frame rate.
  func settle() {
    set(.exposurePriority, 0)
    if let mode = value(of: .exposureAuto), Self.fixedModes.contains(mode) {
      setExposure(Self.automaticModes)
    }
    set(.gainAuto, 1)
  }

  /// Opens the shutter for so many seconds in each frame, or as near to it as the camera can.
  func expose(for seconds: Double) {
    set(.exposurePriority, 0)
    setExposure(Self.fixedModes)
    if let range = ranges[.exposureTime] { set(.exposureTime, range.nearest(to: seconds * 10_000)) }
  }

  /// What can be set.
  ///
  /// - Parameter longest: Seconds that the exposure may take at most.
  func scope(longest: Double?) -> ExposureScope? {
    var scope = ExposureScope()
    if let range = ranges[.exposureTime], range.maximum > range.minimum, let value = value(of: .exposureTime)
    {
      let shortest = Double(max(range.minimum, 1)) / 10_000
      let most = min(Double(range.maximum) / 10_000, longest ?? .infinity)
      scope.times = shortest...max(shortest, most)
      scope.setting.time = Double(value) / 10_000
    }
    if let range = ranges[.gain], let value = value(of: .gain) { scope.setting.gain = range.share(of: value) }
    return scope.isEmpty ? nil : scope
  }

  /// Exposes as told, or as near to it as the camera can.
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

  /// Fixes everything as the camera has it now.
  ///
  /// - Parameter longest: Seconds that the exposure may take at most: from frame to frame, as a longer one would slow
  ///   the camera down.
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

  /// Puts back what was changed, or owes it to a camera that is gone.
  func restore() {
    var debts: [UInt32: Int32] = [:]
    for control in Self.borrowed where touched.contains(control) {
      if let value = saved[control], write(control, value) == .noDevice { debts[control.id] = value }
    }
    touched = []
    if !debts.isEmpty { owed.owe(debts, to: camera) }
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

  /// The time fixed and the iris too, or at least the time.
  private static let fixedModes = [V4L2_EXPOSURE_MANUAL, V4L2_EXPOSURE_SHUTTER_PRIORITY].map {
    Int32($0.rawValue)
  }
  /// The iris fixed, as most cameras have none, or everything found by the camera.
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
    touched.insert(control)
    write(control, value)
  }

  /// A camera may refuse a value it offers: what counts is what reading back tells.
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
