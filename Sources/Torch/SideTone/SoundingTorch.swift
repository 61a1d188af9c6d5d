/// A torch with a tone.
public struct SoundingTorch: Torch {
  private let torch: any Torch
  private let tone: SideTone

  /// - Parameter tone: Sounds while the torch shines. The caller ends the tone.
  public init(_ torch: any Torch, _ tone: SideTone) { (self.torch, self.tone) = (torch, tone) }

  public var name: String { torch.name }

  public func shine(_ isOn: Bool) throws(TorchError) {
    tone.sound(isOn)
    try torch.shine(isOn)
  }

  public func release() throws(TorchError) { try torch.release() }
}
