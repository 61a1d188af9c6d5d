import Capture
import Frames
import Light

extension Snapshot {
  /// Updates the snapshot from the receiver.
  mutating func refresh(from receiver: Receiver) {
    let light = receiver.light
    calibration = light.calibration
    sensitivity = receiver.sensitivity
    speedLock = receiver.speedLock
    let inSight = receiver.inSight
    torches = inSight.compactMap { light in
      light.lane.torch.map { TorchView($0, light.state, light.lane) }
    }
    candidate = torches.isEmpty ? inSight.first.map { TorchView($0.lane.light, $0.state, $0.lane) } : nil
    trace = receiver.trace(of: chosenTorch)
    incidents = receiver.incidents
    diagnosis = receiver.diagnosis
    transcripts = receiver.transcripts
    let timed = torches.first { $0.wordsPerMinute != nil }
    status.wordsPerMinute = timed?.wordsPerMinute
    status.overallWordsPerMinute = timed?.overallWordsPerMinute
  }
}

extension TorchView {
  init(_ id: TorchID, _ light: TorchState, _ lane: Receiver.Lane) {
    let step = light.brightLevel - light.darkLevel
    self.init(
      id: id, x: light.x, y: light.y, radius: light.radius, isOn: light.isOn,
      glow: step > 0 ? min(max((light.level - light.darkLevel) / step, 0), 1) : 0,
      wordsPerMinute: lane.wordsPerMinute, overallWordsPerMinute: lane.overallWordsPerMinute)
  }
}

extension CameraEvent {
  public init(_ state: State, info: SourceInfo, time: Double) {
    self.init(
      state, name: info.name, width: info.format.width, height: info.format.height, rate: info.nominalRate,
      format: info.format.pixelFormat.rawValue, time: time)
  }
}
