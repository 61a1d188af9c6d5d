import Graphics
import Shaders

/// The panel of the tuning scene: the shown frame, and the uniforms that the user sets.
final class TuningControls {
  private(set) var commands: [Command] = []
  private var tuning = Tuning(folder: "")
  private var isFrozen = false
  private var words = Wording()
  private var layout = TuningLayout(Point(0, 0), aspect: nil)

  func takeCommands() -> [Command] {
    defer { commands = [] }
    return commands
  }

  func show(_ tuning: Tuning, isFrozen: Bool, _ words: Wording, in layout: TuningLayout) {
    (self.tuning, self.isFrozen, self.words, self.layout) = (tuning, isFrozen, words, layout)
  }

  /// Runs all controls once.
  func run(_ gui: Gui) {
    guard layout.panel.isEmpty else {
      gui.window("tuning", layout.panel) { gui.column(layout.panel) { all(gui) } }
      return
    }
    gui.window("tuning", layout.menu) {
      if gui.button("…", layout.menu, tip: words.translate("More")) { gui.open(Self.popup) }
      gui.popup(Self.popup, layout.popup) { all(gui) }
    }
  }

  private static let popup = "panel"

  private func all(_ gui: Gui) {
    frames(gui)
    uniforms(gui)
    files(gui)
  }

  private func frames(_ gui: Gui) {
    let gap = Theme.unit
    let width = (layout.frames.width - 2 * gap) / 3
    func place(_ index: Int) -> Rect {
      Rect(
        x: layout.frames.x + Double(index) * (width + gap), y: layout.frames.y, width: width,
        height: ControlRow.height)
    }
    let moment = tuning.moment
    let isFirst = moment.map { $0.position == 0 } ?? true
    let isLast = moment.map { $0.position + 1 == $0.count } ?? true
    commands += gui.button(
      .stepBack, words.translate("Back"), place(0), words, tip: words.translate("One frame back"),
      isDisabled: isFirst)
    let label = words.translate(isFrozen ? "Go on" : "Freeze")
    commands += gui.button(
      .freeze, "\(label)##freeze", place(1), words, tip: words.translate("The picture stands still"),
      isMarked: isFrozen)
    commands += gui.button(
      .stepForward, words.translate("Forward"), place(2), words, tip: words.translate("One frame on"),
      isDisabled: isLast || !isFrozen)
  }

  private func uniforms(_ gui: Gui) {
    let gap = Theme.unit / 2
    let height = Double(tuning.controls.count) * (ControlRow.height + gap) - gap
    gui.list("uniforms", layout.uniforms, height: height) { list in
      for (index, control) in tuning.controls.enumerated() {
        set(control, in: list.row(index, height: ControlRow.height, gap: gap), gui)
      }
    }
  }

  private func set(_ control: ShaderControl, in place: Rect, _ gui: Gui) {
    let tip = "\(control.file.rawValue):\(control.line)"
    switch (control.kind, control.allowed(tuning.values[control.name] ?? control.preset)) {
    case (.slider(let range), .number(let number)):
      var value = Double(number)
      let bounds = Double(range.lowerBound)...Double(range.upperBound)
      if gui.slider(
        control.name, place, value: &value, in: bounds, step: (bounds.upperBound - bounds.lowerBound) / 50,
        shown: words.value(control.name, value, in: bounds), tip: tip)
      {
        change(control, .number(Float(value)))
      }
    case (.toggle, .number(let number)):
      let isOn = number != 0
      let label = "\(control.name): \(words.translate(isOn ? "on" : "off"))##\(control.name)"
      if gui.button(label, place, tip: tip, isMarked: isOn) { change(control, .number(isOn ? 0 : 1)) }
    case (.colour, .vector(var colour)):
      let (left, right) = place.cutLeft(place.width * 0.36)
      gui.words(control.name, left)
      if gui.color(control.name, right, &colour, tip: tip) { change(control, .vector(colour)) }
    default: break
    }
  }

  private func change(_ control: ShaderControl, _ value: UniformValue) {
    tuning.values[control.name] = control.allowed(value)
    commands.append(.set(control.name, control.allowed(value)))
  }

  private func files(_ gui: Gui) {
    guard !tuning.controls.isEmpty else { return }
    let (left, right) = layout.files.cutLeft((layout.files.width - Theme.unit) / 2)
    let isChanged = tuning.controls.contains { control in
      tuning.values[control.name].map { $0 != control.preset } ?? false
    }
    commands += gui.button(
      .writeValues, words.translate("Write"), left, words,
      tip: words.translate("Write the values into the files"), isDisabled: !isChanged)
    commands += gui.button(
      .resetValues, words.translate("Reset"), right.cutLeft(Theme.unit).rest, words,
      tip: words.translate("The values of the files"), isDisabled: !isChanged)
  }
}
