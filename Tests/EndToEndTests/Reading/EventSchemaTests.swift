import Foundation
import Testing

/// Validates the events that the program writes against the published schema, with a JSON Schema validator.
@Suite("Event schema")
struct EventSchemaTests {
  /// Validates each line of `events`, and prints the number of the first line that does not fit.
  private static let validator = """
    import json, sys
    import jsonschema
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for number, line in enumerate(open(sys.argv[2]), 1):
        if not validator.is_valid(json.loads(line)):
            print(number, line, end="")
            sys.exit(1)
    print("valid")
    """

  private func validate(_ program: Program) throws -> String {
    let schema = Program.root.appendingPathComponent("Resources/events.schema.json").path
    try Self.validator.write(
      to: program.folder.url.appendingPathComponent("validate.py"), atomically: true, encoding: .utf8)
    return try program.run("/usr/bin/python3 validate.py '\(schema)' events").output
  }

  @Test("every event of a recording fits the schema")
  func decode() throws {
    let program = Program()
    let run = try program.run(
      """
      aldis simulate 'SOS DE ALDIS' --size 320x240 --noise 2 --output a.y4m
      aldis decode a.y4m --format jsonl >events
      """)
    #expect(run.status == 0)
    let events = try program.folder.text("events")
    for event in ["camera", "torch", "light", "character", "word"] {
      #expect(events.contains("\"event\":\"\(event)\""), "\(event) must be among the events")
    }
    #expect(try validate(program) == "valid\n")
  }

  @Test("every event of the monitor fits the schema")
  func monitor() throws {
    let program = Program()
    let run = try program.run("aldis monitor --headless --demo --duration 6 --events events")
    #expect(run.status == 0)
    #expect(try program.folder.text("events").contains("\"event\":\"camera\""))
    #expect(try validate(program) == "valid\n")
  }

  @Test(
    "the schema rejects a line that is not an event",
    arguments: [
      #"{"event":"character","time":1}"#, #"{"event":"sound","time":1}"#,
      #"{"event":"word","time":"late","torch":"A","text":"SOS"}"#,
      #"{"event":"word","time":1,"torch":"a","text":"SOS"}"#,
    ])
  func rejects(_ line: String) throws {
    let program = Program()
    try (line + "\n").write(
      to: program.folder.url.appendingPathComponent("events"), atomically: true, encoding: .utf8)
    #expect(try validate(program).hasPrefix("1 "))
  }
}
