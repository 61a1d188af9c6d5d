import Capture
import Light

extension Snapshot {
  /// Takes over what the receiver knows now.
  mutating func refresh(from receiver: Receiver) {
    let light = receiver.light
    calibration = light.calibration
    sensitivity = receiver.sensitivity
    speedLock = receiver.speedLock
    torches = light.torches.map { torch in
      TorchView(torch, lane: receiver.lanes.first { $0.transcript.torch == torch.id })
    }
    trace = tracedTorch.map { receiver.trace(of: $0.id) } ?? receiver.trace
    incidents = receiver.incidents
    diagnosis = receiver.diagnosis
    transcripts = receiver.lanes.map(\.transcript)
    let timed = torches.first { $0.wordsPerMinute != nil }
    status.wordsPerMinute = timed?.wordsPerMinute
    status.overallWordsPerMinute = timed?.overallWordsPerMinute
  }
}

extension TorchView {
  init(_ torch: TorchState, lane: Receiver.Lane?) {
    let step = torch.brightLevel - torch.darkLevel
    self.init(
      id: torch.id, x: torch.x, y: torch.y, radius: torch.radius, isOn: torch.isOn,
      glow: step > 0 ? min(max((torch.level - torch.darkLevel) / step, 0), 1) : 0,
      wordsPerMinute: lane?.wordsPerMinute, overallWordsPerMinute: lane?.overallWordsPerMinute)
  }
}

extension CameraEvent {
  /// What `info` says.
  public init(_ state: State, info: SourceInfo, time: Double) {
    self.init(
      state, name: info.name, width: info.format.width, height: info.format.height, rate: info.nominalRate,
      format: info.format.pixelFormat.rawValue, time: time)
  }
}
