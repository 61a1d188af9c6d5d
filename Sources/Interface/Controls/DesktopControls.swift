import Frames
import Localization
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
  private var rect = Rect.empty
  private var seek = Rect.empty
  private var menu = Rect.empty
  var window = Rect.empty
  var row = ControlRow(in: .empty)

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
    lampPlace = layout.lampPicker.isEmpty ? nil : layout.lampPicker
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
      in: rect, without: choices.canLockExposure ? [] : [.exposure], includesSending: isBarLow,
      labels: Self.labels.mapValues { labels in
        labels.map { gui.width(of: words.translate($0)) }.max() ?? 0
      })
    // Popups need no row.
    gui.window("controls", rect.isEmpty ? menu : rect) {
      for item in ControlRow.Item.allCases {
        if let place = row.places[item] { show(item, in: place, gui) }
      }
      let corner = menu.isEmpty || isUnderCard ? nil : menu
      if let more = row.more ?? corner, gui.button("…", more, tip: words.translate("More")) {
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
      shown: "\(words.time(value)) / \(words.time(length))",
      tip: words.translate("To another moment; it is read anew from there"),
      key: "\(words.key(.left)) \(words.key(.right))")
    {
      commands.append(.seek(value))
      snapshot.position = span.lowerBound + value
    }
  }

  /// All labels of a button: the button is as wide as the longest.
  private static let labels: [ControlRow.Item: [LocalizedText]] = [
    .freeze: ["Freeze", "Go on", "Pause", "Play"], .calibrate: ["Calibrate"],
    .exposure: ["Exposure", "Coached"], .compose: ["Message"],
    .record: ["Record", "Stop"], .copy: ["Copy"], .save: ["Save"], .clear: ["Clear"],
  ]

  func show(_ item: ControlRow.Item, in rect: Rect, _ gui: Gui) {
    switch item {
    case .source:
      if gui.picker(
        "source", words.sourceName(snapshot.source), rect, tip: words.translate("Camera, recording or demo"),
        key: words.key(.chooseSource))
      {
        open(.source, with: gui)
      }
    case .freeze: freeze(rect, gui)
    case .calibrate:
      commands += gui.button(
        .calibrate, words.translate("Calibrate"), rect, words,
        tip: words.translate("Learn the background again"),
        isDisabled: snapshot.calibration != nil || !hasPicture)
    case .threshold: threshold(rect, gui)
    case .exposure:
      let isLocked = if case .locked = snapshot.source.info?.exposure { true } else { false }
      let label = words.translate(choices.isCoaching ? "Coached" : "Exposure")
      commands += gui.button(
        .nextExposure, "\(label)##exposure", rect, words,
        tip: words.translate(
          "Holds the exposure as it is, then leads it to what suits the lamp, then leaves it to the camera"),
        isMarked: isLocked)
    case .speed:
      let held = words.speed(snapshot.speedLock)
      commands += gui.button(
        .lockSpeed, "\(held ?? words.translate("Speed"))##speed", rect, words,
        tip: words.translate("Reads at the present speed alone, or learns it again"), isMarked: held != nil,
        isDisabled: held == nil && snapshot.status.wordsPerMinute == nil)
    case .record:
      let label = words.translate(choices.isRecording ? "Stop" : "Record")
      commands += gui.button(
        .record, "\(label)##record", rect, words,
        tip: words.translate("Keeps the light, without the pictures, in a file"),
        isMarked: choices.isRecording, isDisabled: !choices.isRecording && !hasPicture)
    case .alphabet:
      if gui.picker(
        "alphabet", words.alphabet(choices.alphabet), rect,
        tip: words.translate("What the text is written in"), key: words.key(.chooseAlphabet))
      {
        open(.alphabet, with: gui)
      }
    case .compose:
      commands += gui.button(
        .compose, words.translate("Message"), rect, words,
        tip: words.translate("Write a message and send it as light"), isMarked: isComposing)
    case .sendingSpeed:
      if let speed = gui.sendingSpeed(compose, rect, words) { commands.append(.sendingSpeed(speed)) }
    case .lamp:
      if gui.picker("lamp", words.lamp(compose.lamp), rect, tip: words.translate("What shines")) {
        open(.lamp, with: gui)
      }
    case .copy:
      commands += gui.button(
        .copyText, words.translate("Copy"), rect, words, tip: words.translate("Copy the text"),
        isDisabled: !hasText)
    case .save:
      if gui.button(
        words.translate("Save"), rect, tip: words.translate("Save the text to a file"),
        key: words.key(.chooseTextFile), isDisabled: !hasText)
      {
        open(.save, with: gui)
      }
    case .clear:
      commands += gui.button(
        .clearText, words.translate("Clear"), rect, words, tip: words.translate("Forget the text so far"),
        isDisabled: !hasText)
    }
  }

  /// The button that holds a recording, or the picture of a live source.
  private func freeze(_ rect: Rect, _ gui: Gui) {
    let isRecording = snapshot.source.info.map { !$0.isLive } ?? false
    let isHeld = isRecording ? snapshot.isPaused || snapshot.source.hasEnded : snapshot.isFrozen
    let label: LocalizedText =
      isRecording ? isHeld ? "Play" : "Pause" : isHeld ? "Go on" : "Freeze"
    let tip: LocalizedText =
      isRecording ? "Holds the recording, and lets it go on" : "The picture stands still; reading goes on"
    commands += gui.button(
      .freeze, "\(words.translate(label))##freeze", rect, words, tip: words.translate(tip), isMarked: isHeld,
      isDisabled: !hasPicture)
  }

  private var hasPicture: Bool { snapshot.source.info != nil }
  var hasText: Bool { snapshot.transcripts.contains { !$0.isEmpty } }

  /// The sensitivity: a slider, and a button for automatic.
  private func threshold(_ rect: Rect, _ gui: Gui) {
    let (slide, rest) = rect.cutLeft(rect.width - 52)
    let isAutomatic = snapshot.sensitivity == .automatic
    var value = snapshot.sensitivity.value ?? 0.5
    let shown = isAutomatic ? words.translate("Sensitivity") : words.sensitivity(value)
    if gui.slider(
      "sensitivity", slide, value: &value, in: 0...1, step: 0.05, shown: shown, isFilled: !isAutomatic,
      tip: words.translate("Sensitivity: how faint a light counts"),
      key: "\(words.key(.moreSensitive)) \(words.key(.lessSensitive))")
    {
      commands.append(.sensitivity(value))
      // Another step in the same picture starts from this value.
      snapshot.sensitivity = .manual(value)
    }
    commands += gui.button(
      .automaticSensitivity, words.translate("Auto"), rest.cutLeft(4).rest, words,
      tip: words.translate("Sensitivity automatic: it follows the light"), isMarked: isAutomatic)
  }
}
