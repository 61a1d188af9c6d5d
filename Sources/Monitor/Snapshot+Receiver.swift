import Capture
import Light

extension Snapshot {
  /// Takes over what the receiver knows now.
  mutating func refresh(from receiver: Receiver) {
    let light = receiver.light
    calibration = light.calibration
    sensitivity = receiver.sensitivity
    torches = light.torches.map { torch in
      TorchView(
        torch, wordsPerMinute: receiver.lanes.first { $0.transcript.torch == torch.id }?.wordsPerMinute)
    }
    transcripts = receiver.lanes.map(\.transcript)
    status.wordsPerMinute = torches.lazy.compactMap(\.wordsPerMinute).first
  }
}

extension TorchView {
  init(_ torch: TorchState, wordsPerMinute: Double?) {
    let step = torch.brightLevel - torch.darkLevel
    self.init(
      id: torch.id, x: torch.x, y: torch.y, radius: torch.radius, isOn: torch.isOn,
      glow: step > 0 ? min(max((torch.level - torch.darkLevel) / step, 0), 1) : 0,
      wordsPerMinute: wordsPerMinute)
  }
}

extension LightTrace {
  /// Adds the moment `time` of the first torch, or of the whole scene while there is none.
  mutating func append(_ light: LightState, at time: Double) {
    if let last = points.last, time <= last.time { points.removeAll(keepingCapacity: true) }
    if let torch = light.torches.first {
      points.append(
        Point(
          time: time, level: Float(torch.level), threshold: Float(torch.threshold), isOn: torch.isOn))
    } else {
      points.append(Point(time: time, level: Float(light.sceneBrightness), threshold: nil, isOn: false))
    }
    // A quarter more than is shown is kept, so that the array shifts now and then, not at every frame.
    guard let first = points.first, time - first.time > Self.span * 1.25 else { return }
    points.removeFirst(points.firstIndex { time - $0.time <= Self.span } ?? 0)
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
