import Capture
import Frames
import Graphics
import Monitor
import Morse

@testable import Interface

/// Example snapshots of every state of a scene.
enum Gallery {
  static let camera = SourceInfo(
    name: "HD Pro Webcam C920", format: FrameFormat(.yuyv, width: 640, height: 480), nominalRate: 30,
    isLive: true)

  static let states: [(name: String, snapshot: Snapshot)] = [
    ("reading", reading()),
    ("making", making),
    ("many", many),
    ("crowd", crowd),
    ("long", reading(says: String(repeating: "CQ CQ DE DL1ABC = WX FINE = TEMP 21C = ", count: 80))),
    ("unbroken", reading(says: String(repeating: "EISH5TNMO0", count: 60))),
    ("hebrew", reading(says: "שלום עולם זהו מסר מן המגדלור CQ DE 4X1AB אל הנמל")),
    ("japanese", reading(says: "トウダイ カラ ミナト ヘ テンキ ハレ ナミ シズカ")),
    // The fonts of the tests do not have these letters.
    ("korean", reading(says: "등대에서 항구로 날씨 맑음 CQ DE HL1AB")),
    ("empty", empty),
    ("waiting", waiting),
    ("calibrating", calibrating),
    ("opening", Snapshot(source: .opening("HD Pro Webcam C920"))),
    ("failed", failed),
    ("warning", warning),
    ("unreadable", unreadable),
    ("frozen", frozen),
    ("ended", ended),
    ("sideways", sideways),
    ("paused", paused),
    ("region", region),
    ("incidents", incidents),
    ("own", own),
    ("demo", demo),
  ]

  static func snapshot(_ name: String) -> Snapshot { states.first { $0.name == name }!.snapshot }

  static func reading(
    says text: String = "WHAT HATH GOD WROUGHT = DE ALDIS <SK> CQ CQ DE HARBOUR LIGHT"
  ) -> Snapshot {
    let torch = TorchView(
      id: TorchID(0), x: 392, y: 214, radius: 9, isOn: true, glow: 1, wordsPerMinute: 12)
    return Snapshot(
      source: .streaming(camera), torches: [torch], trace: trace(), transcripts: [transcript(text)],
      status: Status(
        frameRate: 29.97, framesLost: 0, passMilliseconds: 0.82,
        measurement: .verified(renderer: "llvmpipe"), wordsPerMinute: 12))
  }

  /// A light signals, and has no text yet.
  static var waiting: Snapshot {
    var snapshot = reading()
    snapshot.candidate = snapshot.torches.removeFirst()
    snapshot.transcripts = []
    snapshot.status.wordsPerMinute = nil
    return snapshot
  }

  /// Draft letters of a sender with Farnsworth spacing.
  static var making: Snapshot {
    var snapshot = reading()
    snapshot.transcripts[0].revise(
      ["--.-", ".-.", "..-."].compactMap { CodeWord($0) }.map { .codeWord($0) })
    snapshot.torches[0].wordsPerMinute = 18
    snapshot.torches[0].overallWordsPerMinute = 8
    return snapshot
  }

  static var many: Snapshot {
    var snapshot = reading()
    snapshot.torches += [
      TorchView(id: TorchID(1), x: 90, y: 120, radius: 4, isOn: false, glow: 0.1, wordsPerMinute: 18),
      TorchView(id: TorchID(2), x: 630, y: 5, radius: 30, isOn: true, glow: 0.6, wordsPerMinute: 7),
    ]
    snapshot.transcripts += [
      transcript("VVV VVV DE TOWER TWO QSL QSL", torch: 1), transcript("SOS SOS", torch: 2),
    ]
    return snapshot
  }

  /// The greatest number of torches that are read at the same time.
  static var crowd: Snapshot {
    var snapshot = reading()
    snapshot.torches = (0..<16).map { index in
      TorchView(
        id: TorchID(index), x: 60 + 150 * Double(index % 4), y: 60 + 110 * Double(index / 4), radius: 5,
        isOn: index % 3 == 0, glow: index % 3 == 0 ? 1 : 0, wordsPerMinute: 8 + Double(index))
    }
    snapshot.transcripts = (0..<16).map { transcript("DE SHIP \($0) QTH HARBOUR", torch: $0) }
    return snapshot
  }

  static var empty: Snapshot {
    var snapshot = reading(says: "")
    snapshot.torches = []
    snapshot.transcripts = []
    snapshot.status.wordsPerMinute = nil
    snapshot.position = Timestamp(seconds: 0.1)
    snapshot.trace.points = snapshot.trace.points.enumerated().map { index, point in
      LightTrace.Point(
        time: point.time, level: 100 + Float((index * 7919) % 13) / 26, threshold: nil, isOn: false)
    }
    return snapshot
  }

  static var calibrating: Snapshot {
    var snapshot = empty
    snapshot.calibration = 0.4
    return snapshot
  }

  static var failed: Snapshot {
    Snapshot(
      source: .failed(.cameraBusy("/dev/video0")),
      status: Status(measurement: .verified(renderer: "llvmpipe")))
  }

  static var warning: Snapshot {
    var snapshot = reading()
    snapshot.status.framesLost = 143
    snapshot.status.measurement = .reference(.precision(bits: 10))
    snapshot.sensitivity = .manual(0.65)
    snapshot.notice = Notice(
      .warning, "The camera changes its exposure by itself and dims the lamp. Lock it with --exposure lock.")
    return snapshot
  }

  static var unreadable: Snapshot {
    var snapshot = reading(says: "")
    snapshot.diagnosis = .tooFast(framesPerDot: 0.6)
    return snapshot
  }

  static var frozen: Snapshot {
    var snapshot = warning
    snapshot.isFrozen = true
    snapshot.calibration = 0.75
    snapshot.notice = Notice(.information, "Saved aldis-2026-11-21-033000.png")
    return snapshot
  }

  static var ended: Snapshot {
    var snapshot = reading()
    var info = camera
    info.name = "a very long name of a recording that somebody made in the harbour last summer.mp4"
    info.isLive = false
    snapshot.source = .ended(info)
    snapshot.torches[0].glow = 0
    return snapshot
  }

  static var region: Snapshot {
    var snapshot = many
    snapshot.region = PictureArea(x: 320, y: 100, width: 200, height: 230)
    return snapshot
  }

  /// Lost frames inside a character, and a change of exposure.
  static var incidents: Snapshot {
    var snapshot = reading()
    snapshot.status.framesLost = 4
    snapshot.incidents = LightIncidents([
      .init(.framesLost(3), time: 3.2), .init(.exposure(factor: 0.74), time: 5.9),
      .init(.framesLost(1), time: 8.4),
    ])
    return snapshot
  }

  /// A text that Aldis has sent and read itself.
  static var own: Snapshot {
    var snapshot = reading(says: "")
    var transcript = Transcript(torch: TorchID(0))
    for (index, sign) in "CQ DE ALDIS".enumerated() {
      if sign == " " {
        transcript.endWord()
        continue
      }
      let start = 1 + Double(index) * 0.8
      transcript.append(
        .init(
          sign: String(sign), code: code(of: sign), start: start, end: start + 0.5, confidence: 0.98,
          wordsPerMinute: 12,
          isOwn: index > 5))
    }
    snapshot.transcripts = [transcript]
    return snapshot
  }

  static var demo: Snapshot {
    var snapshot = reading()
    var info = camera
    (info.name, info.isLive, info.isSimulated) = (SimulatedScene.harbourName, false, true)
    snapshot.source = .streaming(info)
    return snapshot
  }

  static var paused: Snapshot {
    var snapshot = reading()
    var info = camera
    (info.name, info.isLive) = ("harbour.mp4", false)
    info.span = Timestamp(seconds: 10)...Timestamp(seconds: 110)
    snapshot.source = .streaming(info)
    snapshot.position = Timestamp(seconds: 35)
    snapshot.isPaused = true
    return snapshot
  }

  static var sideways: Snapshot {
    var snapshot = reading()
    var info = camera
    info.quarterTurns = 1
    snapshot.source = .streaming(info)
    return snapshot
  }

  /// The code word of the sign, or of its first part, in the first alphabet that has it.
  private static func code(of sign: Character) -> CodeWord {
    for alphabet in Alphabet.all {
      let encoder = Encoder(alphabet: alphabet, timing: .itu(wordsPerMinute: 12))
      let characters = (try? encoder.encode(String(sign)))?.characters ?? []
      // A prosign precedes kana.
      if let letter = characters.first(where: { !$0.sign.hasPrefix("<") }) { return letter.code }
    }
    return CodeWord(".-")!
  }

  /// The transcript of `text`, which ends at ten seconds; every seventh character has low confidence.
  static func transcript(_ text: String, torch: Int = 0) -> Transcript {
    var transcript = Transcript(torch: TorchID(torch))
    let count = Double(text.count)
    for (index, sign) in text.enumerated() {
      if sign == " " {
        transcript.endWord()
        continue
      }
      let start = 10 - (count - Double(index)) * 0.8
      transcript.append(
        Transcript.Character(
          sign: String(sign), code: code(of: sign), start: start, end: start + 0.5,
          confidence: index % 7 == 5 ? 0.45 : index % 11 == 3 ? 0.7 : 0.98, wordsPerMinute: 12))
    }
    return transcript
  }

  /// Ten seconds of dots and dashes at about 9 words per minute and 30 frames per second, with noise.
  static func trace() -> LightTrace {
    let units = Array("101110111000111010101000101110101000111010001000111011101110001110101110100010")
    return LightTrace(
      points: (0...300).map { frame in
        let time = Double(frame) / 30
        let isOn = units[Int(time / 0.13) % units.count] == "1"
        let noise = Float((frame * 7919) % 17) / 17 - 0.5
        return LightTrace.Point(
          time: time, level: (isOn ? 128 : 101) + 1.6 * noise, threshold: 114, isOn: isOn)
      })
  }

  /// Draws a harbour at dusk from rectangles, instead of a camera's picture.
  static func harbour(_ context: Context) -> (Stage.PicturePlace) -> Void {
    { place in
      let area = place.viewport
      func fill(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ colour: SIMD3<Float>) {
        let left = Double(area.x) + x * Double(area.width)
        let bottom = Double(area.y) + y * Double(area.height)
        context.setScissor(
          PixelRectangle(
            x: Int(left), y: Int(bottom), width: max(1, Int(width * Double(area.width))),
            height: max(1, Int(height * Double(area.height)))))
        context.clear(SIMD4(colour, 1))
      }
      context.setScissor(area)
      context.clear(SIMD4(0.1, 0.12, 0.16, 1))
      for band in 0..<24 {
        let share = Double(band) / 24
        let glow = Float(1 - share)
        fill(
          0, 0.35 + share * 0.65, 1, 0.65 / 24 + 0.005,
          SIMD3(0.12 + 0.34 * glow, 0.16 + 0.2 * glow, 0.27 + 0.1 * glow))
      }
      fill(0, 0, 1, 0.35, SIMD3(0.07, 0.1, 0.14))
      fill(0, 0.33, 0.42, 0.05, SIMD3(0.05, 0.06, 0.08))
      fill(0.585, 0.3, 0.055, 0.24, SIMD3(0.16, 0.16, 0.17))
      fill(0.595, 0.54, 0.035, 0.03, SIMD3(1, 0.95, 0.8))
      context.setScissor(nil)
    }
  }
}
