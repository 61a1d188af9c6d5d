import Application
import ArgumentParser

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Tests this machine, and says how to mend it.",
    discussion: """
        aldis doctor
        aldis doctor --json

      Tests cameras, exposure control, graphics, display, fonts, LEDs, settings and folders. Each line begins with ok, note \
      (something is missing that not everybody needs) or mend. Takes a picture from each camera; changes no setting. Exit \
      status: 0, or 1 if something is to mend.
      """)

  @Flag(help: "Prints a JSON array.")
  var json = false

  func run() throws {
    let report = MachineReport()
    if json {
      try Output.standard.write(json: report.lines)
    } else {
      try Output.standard.write(report.listing)
    }
    if !report.isWell { throw ExitCode(1) }
  }
}
