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
    let visibleLights = receiver.visibleLights
    torches = visibleLights.compactMap { light in
      light.channel.torch.map { TorchView($0, light.state, light.channel) }
    }
    candidate =
      torches.isEmpty ? visibleLights.first.map { TorchView($0.channel.light, $0.state, $0.channel) } : nil
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
  init(_ id: TorchID, _ light: TorchState, _ channel: Receiver.Channel) {
    let step = light.brightLevel - light.darkLevel
    self.init(
      id: id, x: light.x, y: light.y, radius: light.radius, isOn: light.isOn,
      glow: step > 0 ? min(max((light.level - light.darkLevel) / step, 0), 1) : 0,
      wordsPerMinute: channel.wordsPerMinute, overallWordsPerMinute: channel.overallWordsPerMinute)
  }
}
