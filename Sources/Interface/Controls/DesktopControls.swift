import Frames
import Monitor

/// The controls of the desktop window: a row below the picture, and its popups.
final class DesktopControls {
  /// Commands since they were last taken.
  var commands: [Command] = []
  var path = ""
  var textPath = ""

  func takeCommands() -> [Command] {
    defer { commands = [] }
    return commands
  }

  // MARK: What opens

  enum Popup: String, CaseIterable { case source, alphabet, save, more, lamp }

  func open(_ popup: Popup, with gui: Gui) {
    var first = 0
    switch popup {
    case .source:
      commands.append(.findCameras)
      commands.append(.findFiles(path))
    case .save: textPath = choices.textPath
    case .alphabet: first = choices.alphabets.firstIndex(of: choices.alphabet) ?? 0
    case .lamp: first = compose.lamps.firstIndex(of: compose.lamp) ?? 0
    case .more: break
    }
    gui.open(popup.rawValue, focusing: first)
  }

  /// Whether the desktop scene is shown.
  var isShown: Bool { !window.isEmpty }

  /// Whether some controls do not fit into the row.
  var hasMenu: Bool { row.more != nil }

  /// Whether no control fits into the window.
  var hasNoRow: Bool { row.places.isEmpty && row.more == nil }

  // MARK: The row

  var snapshot = Snapshot(source: .opening(""))
  var choices = Choices()
  var words = Wording()
  private var rect = Rect(x: 0, y: 0, width: 0, height: 0)
  private var seek = Rect(x: 0, y: 0, width: 0, height: 0)
  private var menu = Rect(x: 0, y: 0, width: 0, height: 0)
  var window = Rect(x: 0, y: 0, width: 0, height: 0)
  var row = ControlRow(in: Rect(x: 0, y: 0, width: 0, height: 0))

  /// The bar for messages: its state, whether it is open, and where the lamp is chosen.
  private(set) var compose = Compose()
  private var isComposing = false
  /// Whether the lamp is chosen outside of the bar, because the bar is low.
  private var isBarLow = false
  private(set) var lampPlace: Rect?
  /// Whether the card with the problem of a message covers the picture and its controls.
  var isUnderCard = false

  func show(_ compose: Compose, isOpen: Bool, in layout: ComposeLayout) {
    (self.compose, isComposing) = (compose, isOpen)
    lampPlace = layout.lights.isEmpty ? nil : layout.lights
    isBarLow = isOpen && lampPlace == nil
  }

  /// Sets what the controls show, and where.
  func show(
    _ snapshot: Snapshot, _ choices: Choices, _ words: Wording, in layout: DesktopLayout, window: Rect
  ) {
    (self.snapshot, self.choices, self.words, self.window) = (snapshot, choices, words, window)
    (rect, seek, menu) = (layout.controls, layout.seek, layout.menu)
  }

  /// Runs all controls once.
  func run(_ gui: Gui) {
    row = ControlRow(
      in: rect, without: choices.canLockExposure ? [] : [.exposure], takesBar: isBarLow,
      labels: labels.mapValues { labels in labels.map { gui.width(of: words[$0]) }.max() ?? 0 })
    // Popups need no row.
    gui.window("controls", rect.isEmpty ? menu : rect) {
      for item in ControlRow.Item.allCases {
        if let place = row.places[item] { show(item, in: place, gui) }
      }
      let corner = menu.isEmpty || isUnderCard ? nil : menu
      if let more = row.more ?? corner, gui.button("…", more, tip: words[.more]) {
        open(.more, with: gui)
      }
      popups(gui)
    }
    if let span = snapshot.source.info?.span, !seek.isEmpty, !isUnderCard {
      gui.window("seek", seek) { seekBar(span, gui) }
    }
  }

  /// The position in a recording, which the user can change.
  private func seekBar(_ span: ClosedRange<Timestamp>, _ gui: Gui) {
    let length = span.upperBound - span.lowerBound
    let position = snapshot.position.map { min(max($0 - span.lowerBound, 0), length) } ?? 0
    var value = snapshot.source.hasEnded ? length : position
    if gui.slider(
      "moment", seek, value: &value, in: 0...length, step: 5,
      shown: "\(words.time(value)) / \(words.time(length))", tip: words[.seekTip], key: "← →")
    {
      commands.append(.seek(value))
      snapshot.position = span.lowerBound + value
    }
  }

  /// All labels of a button: the button is as wide as the longest.
  private let labels: [ControlRow.Item: [Phrase]] = [
    .freeze: [.freeze, .goOn, .pause, .play], .calibrate: [.calibrate], .exposure: [.exposure, .coached],
    .compose: [.compose],
    .record: [.record, .stop], .copy: [.copy], .save: [.save], .clear: [.clear],
  ]

  func show(_ item: ControlRow.Item, in rect: Rect, _ gui: Gui) {
    switch item {
    case .source:
      if gui.picker(
        "source", words.sourceName(snapshot.source), rect, tip: words[.sourceTip], key: words.key("Ctrl O"))
      {
        open(.source, with: gui)
      }
    case .freeze:
      let isKept = snapshot.source.info.map { !$0.isLive } ?? false
      let isHeld = isKept ? snapshot.isPaused || snapshot.source.hasEnded : snapshot.isFrozen
      let label =
        isKept
        ? isHeld ? words[.play] : words[.pause] : isHeld ? words[.goOn] : words[.freeze]
      let tip = isKept ? words[.pauseTip] : words[.freezeTip]
      if gui.button(
        "\(label)##freeze", rect, tip: tip, key: "Space", isMarked: isHeld, isDisabled: !hasPicture)
      {
        commands.append(.freeze)
      }
    case .calibrate:
      if gui.button(
        words[.calibrate], rect, tip: words[.calibrateTip], key: "C",
        isDisabled: snapshot.calibration != nil || !hasPicture)
      {
        commands.append(.calibrate)
      }
    case .threshold: threshold(rect, gui)
    case .exposure:
      let isLocked = if case .locked = snapshot.source.info?.exposure { true } else { false }
      let label = words[choices.isCoaching ? .coached : .exposure]
      if gui.button("\(label)##exposure", rect, tip: words[.exposureTip], key: "E", isMarked: isLocked) {
        commands.append(.nextExposure)
      }
    case .speed:
      let held = words.speed(snapshot.speedLock)
      if gui.button(
        "\(held ?? words[.speed])##speed", rect, tip: words[.speedTip], key: "L", isMarked: held != nil,
        isDisabled: held == nil && snapshot.status.wordsPerMinute == nil)
      {
        commands.append(.lockSpeed)
      }
    case .record:
      let label = choices.isRecording ? words[.stop] : words[.record]
      if gui.button(
        "\(label)##record", rect, tip: words[.recordTip], key: words.key("Ctrl R"),
        isMarked: choices.isRecording, isDisabled: !choices.isRecording && !hasPicture)
      {
        commands.append(.record)
      }
    case .alphabet:
      if gui.picker("alphabet", words.alphabet(choices.alphabet), rect, tip: words[.alphabetTip], key: "A") {
        open(.alphabet, with: gui)
      }
    case .compose:
      if gui.button(words[.compose], rect, tip: words[.composeTip], key: "M", isMarked: isComposing) {
        commands.append(.compose)
      }
    case .sendingSpeed:
      if let speed = gui.sendingSpeed(compose, rect, words) { commands.append(.sendingSpeed(speed)) }
    case .lamp:
      if gui.picker("lamp", words.lamp(compose.lamp), rect, tip: words[.lampTip]) { open(.lamp, with: gui) }
    case .copy:
      if gui.button(words[.copy], rect, tip: words[.copyTip], key: words.key("Ctrl C"), isDisabled: !hasText)
      {
        commands.append(.copyText)
      }
    case .save:
      if gui.button(words[.save], rect, tip: words[.saveTip], key: words.key("Ctrl S"), isDisabled: !hasText)
      {
        open(.save, with: gui)
      }
    case .clear:
      if gui.button(
        words[.clear], rect, tip: words[.clearTip], key: words.key("Ctrl L"), isDisabled: !hasText)
      {
        commands.append(.clearText)
      }
    }
  }

  private var hasPicture: Bool { snapshot.source.info != nil }
  var hasText: Bool { snapshot.transcripts.contains { !$0.isEmpty } }

  /// The sensitivity: a slider, and a button for automatic.
  private func threshold(_ rect: Rect, _ gui: Gui) {
    let (slide, rest) = rect.cutLeft(rect.width - 52)
    let isAutomatic = snapshot.sensitivity == .automatic
    var value = snapshot.sensitivity.value ?? 0.5
    let shown = isAutomatic ? words[.sensitivity] : words.sensitivity(value)
    if gui.slider(
      "sensitivity", slide, value: &value, in: 0...1, step: 0.05, shown: shown, isFilled: !isAutomatic,
      tip: words[.sensitivityTip], key: "+ −")
    {
      commands.append(.sensitivity(value))
      // Another step in the same picture starts from this value.
      snapshot.sensitivity = .manual(value)
    }
    if gui.button(
      words[.automatic], rest.cutLeft(4).rest, tip: words[.automaticTip], key: "0",
      isMarked: isAutomatic)
    {
      commands.append(.automaticSensitivity)
    }
  }
}
