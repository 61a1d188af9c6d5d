import AldisMorse

/// The text in a table with rows of `seconds,brightness`.
func text(ofTable table: String) -> String {
  var decoder = Decoder(.init(pace: .recording))
  var text = ""
  func add(_ event: DecoderEvent) {
    if case .character(let character) = event { text += character.sign }
    if case .word = event { text += " " }
  }
  let rows = table.split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
  for row in rows where row.count == 2 {
    let sample = LightSample(torch: TorchID(0), start: row[0], exposure: 0.02, level: row[1], noise: 0)
    decoder.receive(sample, report: add)
  }
  decoder.finish(report: add)
  return text
}
