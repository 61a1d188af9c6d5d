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
  }

  private struct Range {
    var minimum: Int32
    var maximum: Int32
    var step: Int32

    func nearest(to value: Double) -> Int32 {
      let inside = Int(min(max(value.rounded(), Double(minimum)), Double(maximum)))
      return Int32(inside - (inside - Int(minimum)) % max(Int(step), 1))
    }
  }

  /// Values before switches: while the camera decides it would not take them.
  private static let borrowed: [Control] = [
    .exposureTime, .gain, .whiteBalance, .focus,
    .exposureAuto, .gainAuto, .whiteBalanceAuto, .focusAuto, .exposurePriority,
  ]

  private let device: V4L2Device
  private var ranges: [Control: Range] = [:]
  private var saved: [Control: Int32] = [:]
  private var touched: Set<Control> = []

  init(device: V4L2Device) {
    self.device = device
    for control in Self.borrowed {
      var query = v4l2_queryctrl()
      query.id = control.id
      let unusable = UInt32(V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY)
      guard (try? device.perform(.describeControl, &query)) != nil, query.flags & unusable == 0,
        let value = value(of: control)
      else { continue }
      ranges[control] = Range(minimum: query.minimum, maximum: query.maximum, step: query.step)
      saved[control] = value
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

  /// Puts back what was changed.
  func restore() {
    for control in Self.borrowed where touched.contains(control) {
      if let value = saved[control] { write(control, value) }
    }
    touched = []
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
  private func write(_ control: Control, _ value: Int32) {
    var argument = v4l2_control(id: control.id, value: value)
    try? device.perform(.setControl, &argument)
  }
}
