import Capture
import Frames
import Graphics
import Light
import Localization
import Monitor
import Morse
import Shaders
import Testing
import Typesetting

@testable import Interface

@Suite("The words of the window")
struct WordsTests {
  @Test("the figures of the status line are in order of importance, and problems are warnings")
  func figures() {
    let fine = Wording().figures(Gallery.snapshot("reading"))
    #expect(
      fine.map(\.text) == [
        "640 × 480", "30.0 fps", "0 lost", "luma verified", "0.8 ms",
      ])
    #expect(fine.allSatisfy { !$0.isWarning })
    let wrong = Wording().figures(Gallery.snapshot("warning"))
    #expect(
      wrong.filter(\.isWarning).map(\.text) == [
        "143 lost", "luma by CPU: the GPU computes with 10 bits, the luma pass needs 16",
      ])
  }

  @Test("a recording that has ended has no advice about exposure")
  func endedExposure() {
    var snapshot = Gallery.snapshot("ended")
    snapshot.exposure = ExposureReport(advice: .brighter, fastestWordsPerMinute: 20)
    #expect(!Wording().figures(snapshot).contains { $0.text.contains("expose") || $0.text.contains("WPM") })
    snapshot.source = Gallery.snapshot("reading").source
    #expect(Wording().figures(snapshot).map(\.text).contains("noisy: expose longer"))
  }

  @Test("unknown and invalid figures are not shown")
  func unknown() {
    var snapshot = Gallery.snapshot("opening")
    #expect(Wording().figures(snapshot).map(\.text) == [])
    snapshot.status = Status(
      frameRate: 30, passMilliseconds: 0, measurement: .verified(renderer: "llvmpipe"))
    #expect(Wording().figures(snapshot).map(\.text) == [])
    snapshot = Gallery.snapshot("reading")
    snapshot.status = Status(frameRate: .nan, passMilliseconds: .infinity, wordsPerMinute: .nan)
    #expect(Wording().figures(snapshot).map(\.text) == ["640 × 480", "0 lost"])
    #expect(Wording().speed(.nan) == nil)
    #expect(Wording().speed(11.6) == "12 WPM")
    #expect(Wording().speed(17.8, 8.2) == "18/8 WPM")
    #expect(Wording().speed(nil, 8) == nil)
    #expect(Wording().sensitivity(0.65) == "Sensitivity 65 %")
    #expect(Wording().calibrating(0.404) == "Calibrating 40 %")
    #expect(Wording().calibrating(7) == "Calibrating 100 %")
  }

  @Test(
    "tips and help about the sensitivity begin with the name of its control",
    arguments: Language.allCases)
  func sensitivityTips(_ language: Language) {
    let words = Wording(language)
    let name = words.translate("Sensitivity")
    #expect(words.translate("Sensitivity: how faint a light counts").hasPrefix(name))
    #expect(words.translate("Sensitivity automatic: it follows the light").hasPrefix(name))
    #expect(words.help.first { $0.key == words.key(.automaticSensitivity) }?.words.hasPrefix(name) == true)
    #expect(words.help.contains { $0.words == name })
  }

  @Test(
    "the words in an empty text panel depend on the state of the source and the lamp",
    arguments: [
      ("empty", "Point the camera at a signal lamp. What it says appears here."),
      ("waiting", "A lamp is blinking. Its first letters follow soon."),
      ("unreadable", "A lamp is blinking, but it cannot be read."),
      ("calibrating", "Learning what the scene looks like while it is calm."),
      ("opening", ""),
      (
        "failed",
        "Ctrl O opens another camera, a recording or the demo. A recording can be dropped here, too."
      ),
    ])
  func empty(_ state: String, _ words: String) {
    let snapshot = Gallery.snapshot(state)
    #expect(Wording().emptyText(snapshot, torch: snapshot.torches.first?.id) == words)
  }

  @Test(
    "the kiosk's state has a title and a detail",
    arguments: [
      ("reading", "Reading", "12 words a minute"), ("making", "Reading", "18/8 words a minute"),
      ("unreadable", "Cannot read", "too fast for the camera"), ("empty", "Looking", "for a signal lamp"),
      ("calibrating", "Calibrating", "Keep the camera still"), ("failed", "No picture", ""),
      ("opening", "Starting", "HD Pro Webcam C920"), ("ended", "The end", ""),
    ])
  func kiosk(_ state: String, _ title: String, _ detail: String) {
    let words = Wording().kioskState(Gallery.snapshot(state))
    #expect(words.title == title && words.detail == detail)
  }

  @Test(
    "words per minute have the plural of the language",
    arguments: [
      (.english, 1, "1 word a minute"), (.german, 1, "1 Wort je Minute"), (.polish, 1, "1 słowo na minutę"),
      (.polish, 22, "22 słowa na minutę"), (.polish, 12, "12 słów na minutę"),
    ] as [(Language, Double, String)])
  func counted(_ language: Language, _ wordsPerMinute: Double, _ words: String) {
    var snapshot = Gallery.snapshot("reading")
    snapshot.torches[0].wordsPerMinute = wordsPerMinute
    #expect(Wording(language).kioskState(snapshot).detail == words)
  }

  @Test("the demo and the control key have a name in each language")
  func names() {
    var info = Gallery.camera
    info.name = SimulatedScene.harbourName
    #expect(Wording(.german).sourceName(.streaming(info)) == "Hafen am Abend")
    #expect(Wording(.german).help[0].key == "Strg O")
    #expect(Wording(.polish).help[0].key == "Ctrl O")
  }

  @Test("every diagnosis has a figure, an advice and a short form")
  func diagnoses() {
    let all: [Diagnosis] = [
      .tooFast(framesPerDot: 0.6), .faint(contrastToNoise: 1.2), .clipped(share: 0.83),
      .flicker(hertz: 10, mains: 100), .flicker(hertz: 3.3, mains: nil), .blinking(period: 0.67),
      .data(bitsPerSecond: 9.96), .flashes(count: 3, period: 10), .slow(seconds: 29),
      .irregular(spread: 0.31), .moving(share: 0.7),
    ]
    #expect(Set(all.map(\.kind)) == Set(Diagnosis.Kind.allCases))
    #expect(
      all.map { Wording().sentence($0.text) } == [
        "Too fast for this camera: a dot lasts 0.6 frames, and takes one at least; ask for slower sending, or film with more frames a second.",
        "Too faint: the light stands 1.2 times above the noise, and takes about 2; move closer, zoom in, or hold off other light.",
        "Overexposed: 83 % of its pixels are white even while the lamp is off; shorten the exposure.",
        "The light flickers 10.0 times a second in these frames, as lamps on 50 Hz mains do; expose for 0.0100 seconds or a multiple of it.",
        "The light flickers 3.3 times a second in these frames; expose longer, or change the frame rate.",
        "No Morse: the light only blinks, every 0.67 seconds; point the camera at a lamp that is keyed.",
        "No Morse: the light switches in equal steps, like data at 10.0 bits a second; point the camera at a lamp that is keyed.",
        "No Morse: the light repeats groups of 3 flashes, every 10.0 seconds; point the camera at a lamp that is keyed.",
        "No Morse: the light stays on and off for some 29 seconds, like a traffic light or a room's lamp; point the camera at a lamp that is keyed.",
        "No Morse, or very uneven keying: durations vary by 31 %, and may by about 20 %; ask for dashes three times as long as dots.",
        "The picture moves too much: 70 % of its frames do not show the scene of the others; put the camera down, or hold it still.",
      ])
    #expect(
      all.map { Wording(.german).sentence($0.text) } == [
        "Zu schnell für diese Kamera: ein Punkt dauert 0,6 Bilder und braucht mindestens eins; um langsameres Geben bitten oder mehr Bilder je Sekunde filmen.",
        "Zu schwach: das Licht ist 1,2-mal so stark wie das Rauschen und müsste es etwa 2-mal sein; näher herangehen, heranzoomen oder anderes Licht abhalten.",
        "Überbelichtet: 83 % seiner Pixel sind weiß, auch wenn die Lampe aus ist; kürzer belichten.",
        "Das Licht flackert in diesen Bildern 10,0-mal je Sekunde, wie Lampen an einem Netz von 50 Hz; 0,0100 Sekunden oder ein Vielfaches davon belichten.",
        "Das Licht flackert in diesen Bildern 3,3-mal je Sekunde; länger belichten oder die Bildrate ändern.",
        "Kein Morse: das Licht blinkt nur, alle 0,67 Sekunden; die Kamera auf eine Lampe richten, die Morse gibt.",
        "Kein Morse: das Licht schaltet in gleichen Schritten, wie Daten mit 10,0 Bit je Sekunde; die Kamera auf eine Lampe richten, die Morse gibt.",
        "Kein Morse: das Licht wiederholt Gruppen von 3 Blitzen, alle 10,0 Sekunden; die Kamera auf eine Lampe richten, die Morse gibt.",
        "Kein Morse: das Licht bleibt etwa 29 Sekunden an und aus, wie eine Ampel oder eine Zimmerlampe; die Kamera auf eine Lampe richten, die Morse gibt.",
        "Kein Morse oder eine sehr ungleichmäßige Hand: Längen streuen um 31 % und dürfen es um etwa 20 %; um Striche bitten, die dreimal so lang wie Punkte sind.",
        "Das Bild bewegt sich zu sehr: 70 % seiner Einzelbilder zeigen nicht die Szene der anderen; die Kamera abstellen oder ruhig halten.",
      ])
    for diagnosis in all {
      // The English text is that of the log.
      #expect(Wording().sentence(diagnosis.text).lowercased() == diagnosis.message.lowercased() + ".")
      let polish = Wording(.polish).sentence(diagnosis.text)
      #expect(polish.contains { $0.isNumber } && !polish.contains("{"), "\(polish)")
    }
    #expect(Wording().sentence(all[0].kind.brief) == "Too fast for the camera.")
    #expect(Set(all.map(\.kind.brief)).count == Diagnosis.Kind.allCases.count)
  }

  @Test("the status line shows the exposure, an advice, and the fastest speed")
  func exposure() {
    let held = ExposureReport(
      advice: .hold, setting: .init(time: 0.01, gain: 0.25), fastestWordsPerMinute: 36.02)
    #expect(Wording().exposure(held).map(\.text) == ["1/100 s, gain 25 %", "up to 36 WPM"])
    let white = ExposureReport(advice: .darker, fastestWordsPerMinute: 30)
    #expect(Wording().exposure(white).map(\.text) == ["overexposed: shorten the exposure", "up to 30 WPM"])
    #expect(Wording().exposure(white).map(\.isWarning) == [true, false])
    let beats = ExposureReport(
      advice: .wholeFlickerPeriods(mains: 50), setting: .init(time: 0.5), fastestWordsPerMinute: 30)
    let german = Wording(.german).exposure(beats).map(\.text)
    #expect(german == ["Netz mit 50 Hz schwebt", "0,5 s", "bis 30 WPM"])
    #expect(Wording(.polish).exposure(nil).isEmpty)
  }

  @Test("every alphabet has a name in every language", arguments: Language.allCases)
  func alphabets(_ language: Language) {
    let names = ["auto"] + Alphabet.all.map(\.name)
    #expect(names.allSatisfy { Wording.alphabets[$0] != nil })
    #expect(Set(names.map { Wording(language).alphabet($0) }).count == names.count)
    #expect(Wording(.german).alphabet("greek") == "Griechisch")
  }

  @Test(
    "a time has minutes and seconds, and hours from one hour on",
    arguments: [
      (0, "0:00"), (5.9, "0:05"), (65, "1:05"), (3599.99, "59:59"), (3600, "1:00:00"), (-1, "0:00"),
      (36_061, "10:01:01"), (.nan, "–"), (.infinity, "–"),
    ])
  func time(_ seconds: Double, _ words: String) { #expect(Wording().time(seconds) == words) }

  @Test("numbers have the language's decimal mark, and values stand in their places")
  func numbers() {
    let snapshot = Gallery.snapshot("warning")
    #expect(Wording(.german).figures(snapshot).map(\.text).contains("30,0 Bilder/s"))
    #expect(Wording(.polish).figures(snapshot).map(\.text).contains("utracone: 143"))
    #expect(Wording(.german).translate("Saved \("a {} b.txt")") == "a {} b.txt gesichert")
    #expect(
      Wording(.polish).sentence(Diagnosis.clipped(share: 0.8).text)
        == "Prześwietlone: 80 % jego pikseli jest białych nawet przy zgaszonej lampie; skróć ekspozycję.")
  }

  @Test(
    "in every language all buttons fit into a usual window", arguments: Language.allCases)
  func buttons(_ language: Language) throws {
    let stage = try Stage(try OffscreenContext().context)
    var view = Stage.View(.desktop, width: 1280, height: 800)
    view.language = language
    view.choices = Choices(alphabets: ["latin"], alphabet: "latin")
    view.choices.canLockExposure = true
    _ = try stage.picture(of: Gallery.snapshot("reading"), as: view) { _ in }
    #expect(!stage.desktop.hasMenu)
    let help = Wording(language).help
    #expect(help.allSatisfy { !$0.key.isEmpty && !$0.words.isEmpty })
    #expect(Set(help.map(\.words)).count == help.count)
  }

  @Test("help has as many lines as the commands with keys need")
  func help() {
    let commands = Set(KeyBindings.signs.values).union(KeyBindings.keys.values).union(
      KeyBindings.shortcuts.values)
    let ofTuning: Set<Command> = [
      .stepBack, .stepForward, .resetValues, .writeValues, .nextTarget,
    ]
    // The two directions of sensitivity share a line; so do the arrows, zooming in and out, and the three sizes. Tab and two
    // actions of the mouse have a line each.
    #expect(Wording().help.count == commands.subtracting(ofTuning).count - 5 + 3)
  }

  @Test("the cost of a pass is the GPU's time if the GPU has a timer")
  func cost() {
    #expect(
      Wording().costs(.init(isTimed: true, tiles: 0.714, picture: 3, reference: 0.05))
        == ["GPU tiles 0.71 ms", "GPU picture 3.00 ms", "CPU tiles 0.05 ms"])
    #expect(
      Wording().costs(.init(isTimed: false, tiles: nil, picture: nil, reference: 1))
        == ["GPU not timed", "CPU tiles 1.00 ms"])
  }

  @Test("the words beside the tuning picture fit on one line", arguments: Language.allCases)
  func tuningLines(_ language: Language) throws {
    let painter = try Painter(try OffscreenContext().context, ShaderLibrary())
    painter.begin(width: 1280, height: 800, scale: 1)
    let layout = TuningLayout(Point(1280, 800), aspect: 4.0 / 3, hasScore: true)
    for score in [
      Tuning.Score(before: 0.034, progress: 0.37), Tuning.Score(newest: 1, before: 1),
    ] {
      let text = AttributedText(Wording(language).score(score), color: .white)
      #expect(
        painter.measure(text, Theme.font(Theme.Size.control), width: 1000, height: 40).x <= layout.score.width
      )
    }
    let moment = AttributedText(
      Wording(language).moment(.init(position: 299, count: 300, age: 10.12)), color: .white)
    #expect(
      painter.measure(moment, Theme.font(Theme.Size.caption), width: 1000, height: 40).x
        <= layout.frames.width)
  }

  @Test("a transcript becomes runs: low confidence is dimmer, a word gap is a space in the style before it")
  func transcript() {
    var transcript = Transcript(torch: TorchID(0))
    func append(_ sign: String, _ confidence: Double) {
      transcript.append(
        .init(sign: sign, code: CodeWord(".")!, start: 0, end: 1, confidence: confidence, wordsPerMinute: 12))
    }
    append("S", 1)
    append("O", 0.2)
    transcript.endWord()
    append("<SK>", 0.95)
    let text = TranscriptText.text(transcript)
    #expect(text.runs.map(\.text) == ["S", "O ", "<SK>"])
    #expect(text.runs.map(\.color) == [Theme.dark.ink, Theme.dark.faintInk, Theme.dark.ink])
  }

  @Test("without a font a transcript shows code words, and each belongs to its character")
  func codeWords() throws {
    var transcript = Transcript(torch: TorchID(0))
    for (sign, code) in [("C", "-.-."), ("ト", "..-.."), ("ウ", "..-")] {
      transcript.append(
        .init(
          sign: sign, code: try #require(CodeWord(code)), start: 0, end: 1, confidence: 1, wordsPerMinute: 12)
      )
    }
    let text = TranscriptText.text(transcript, .dark, .codeWords).plain
    #expect(text == "C ··−·· ··− ")
    let signs = (1...text.utf8.count).map {
      TranscriptText.characters(bytesToEnd: $0, of: transcript, .codeWords).map(\.sign).joined()
    }
    let lengths = signs.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    #expect(lengths == ["C": 1, "ト": " ··−·· ".utf8.count, "ウ": "··− ".utf8.count])
    var transcripts = Gallery.snapshot("reading").transcripts
    #expect("\(Wording.withoutFont(transcripts, count: 2))" == "no font for 2 signs")
    transcripts.append(transcript)
    #expect("\(Wording.withoutFont(transcripts, count: 2))" == "no font for kana")
    #expect(
      Wording(.german).translate(Wording.withoutFont(transcripts, count: 2)) == "keine Schrift für Kana")
    #expect(
      Wording().sentence(Wording.codeWordsInstead(of: [transcript]))
        == "No font for kana; code words stand for its letters until one is installed.")
    let character = Transcript.Character(
      sign: "ウ", code: try #require(CodeWord("..-")), start: 0, end: 1, confidence: 1, wordsPerMinute: 12)
    #expect(CharacterCard.words([character], hasFont: false).hasSuffix("\nno font for kana"))
    #expect(!CharacterCard.words([character]).contains("font"))
  }

  @Test(
    "a script is found by its letters",
    arguments: [
      ("Ω", Script.greek), ("Ж", .cyrillic), ("ש", .hebrew), ("پ", .arabic), ("ト", .kana), ("한", .hangul),
      ("ㅎ", .hangul), ("Ä", nil), ("<SK>", nil), ("", nil),
    ])
  func script(_ sign: String, _ script: Script?) { #expect(Script(of: sign) == script) }

  @Test("the draft has another colour than final text and than text of low confidence")
  func draft() throws {
    var transcript = Gallery.transcript("S")
    transcript.revise([.codeWord(try #require(CodeWord("---")))])
    let text = TranscriptText.text(transcript)
    #expect(text.plain == "SO")
    #expect(text.runs.last?.color == TranscriptText.draftColor(transcript.torch))
    #expect(Set(text.runs.map(\.color)).isDisjoint(with: [Theme.dark.faintInk]))
  }

  @Test("only the end of a long transcript becomes text")
  func longTranscript() {
    let texts = TranscriptText()
    var transcript = Gallery.transcript(String(repeating: "E", count: 5000))
    #expect(texts.text(transcript).plain.count == TranscriptText.limit)
    transcript.append(
      .init(sign: "Z", code: CodeWord("--..")!, start: 0, end: 1, confidence: 1, wordsPerMinute: 12))
    #expect(texts.text(transcript).plain.hasSuffix("Z"))
    #expect(texts.text(Transcript(torch: TorchID(0))).isEmpty)
  }
}
