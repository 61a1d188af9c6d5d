import Shell
import Testing

/// The tests that `Scripts/run-tests` runs.
@Suite(
  "The script run-tests",
  .enabled(if: Program.hasDisplay, "needs Xvfb, which `make test` installs"))
struct RunTestsScriptTests {
  /// Runs the script in a package whose only tests are `tests`. A replacement of the test program notes the tests that it is
  /// asked to run.
  private func run(
    _ arguments: String,
    tests: String = """
    LightTests.FinderTests/finds() LightTests.FinderTests/finds2() LightTests.TrackerTests/tracks(_:)
    EndToEndTests.SendTests/video(_:) EndToEndTests.SendTests/video2() EndToEndTests.topLevel()
    EndToEndTests.WindowTests/keys()/A.swift:1:4
    """, ending: String = ""
  ) throws -> Program.Result {
    try Program().run(
      """
      mkdir bin; export PATH=$PWD/bin:$PATH LIST=$PWD/list RUN=$PWD/run
      tr ' ' '\\n' <<'END' >list
      \(tests)
      END
      printf '#!/bin/sh\\ncat $LIST\\n' >bin/swift
      cat >program <<'END'
      #!/bin/bash
      grep -E -- "${@: -1}" $LIST >>$RUN
      \(ending)
      echo "Test run with $(grep -cE -- "${@: -1}" $LIST) tests"
      END
      chmod +x bin/swift program; touch run
      \(Shell.quoted(Program.root.path))/Scripts/run-tests --windows 1 --log log --tests $PWD/program \(arguments) \\
        >report 2>errors; status=$?
      cat errors >&2; LC_ALL=C sort run; tail -1 report
      sed -n 's/^ok *\\(.*[^ ]\\)  *[0-9]* passed.*/suite: \\1/p' report | LC_ALL=C sort
      exit $status
      """)
  }

  @Test(
    "the names of a target, a suite or a test select the tests that run",
    arguments: [
      (
        "LightTests",
        "LightTests.FinderTests/finds() LightTests.FinderTests/finds2() LightTests.TrackerTests/tracks(_:)"
      ),
      ("LightTests/FinderTests", "LightTests.FinderTests/finds() LightTests.FinderTests/finds2()"),
      ("LightTests/FinderTests/finds", "LightTests.FinderTests/finds()"),
      (
        "LightTests/TrackerTests LightTests/FinderTests/finds",
        "LightTests.FinderTests/finds() LightTests.TrackerTests/tracks(_:)"
      ),
      ("EndToEndTests/SendTests", "EndToEndTests.SendTests/video(_:) EndToEndTests.SendTests/video2()"),
      ("EndToEndTests/SendTests/video", "EndToEndTests.SendTests/video(_:)"),
      ("EndToEndTests/topLevel", "EndToEndTests.topLevel()"),
      ("EndToEndTests/WindowTests", "EndToEndTests.WindowTests/keys()/A.swift:1:4"),
      (
        "EndToEndTests EndToEndTests/SendTests/video EndToEndTests/WindowTests/keys",
        """
        EndToEndTests.SendTests/video(_:) EndToEndTests.SendTests/video2() EndToEndTests.WindowTests/keys()/A.swift:1:4 \
        EndToEndTests.topLevel()
        """
      ),
    ])
  func selected(_ arguments: String, _ tests: String) throws {
    let result = try run(arguments)
    #expect(result.errors == "")
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n").filter { !$0.hasPrefix("suite: ") }
    let expected = tests.split(separator: " ")
    #expect(Array(lines.dropLast()) == expected)
    #expect(lines.last == "\(expected.count) passed, 0 failed, 0 skipped")
  }

  @Test("tests that hang are ended and count as failed, and they are named")
  func hung() throws {
    let hanging = #"""
      printf '◇ Test %s() started.\n' finds finds2 tracks
      printf '✔ Test finds() %spassed after 1 seconds.\n✔ Test finds2() passed after 1 seconds.\n' 'with 2 test cases '
      exec sleep 60
      """#
    let result = try run("LightTests --limit 1 >all; status=$?; cat all; (exit $status)", ending: hanging)
    #expect(result.status == 1)
    #expect(result.output.contains("killed after 1 s; what had not ended: Test tracks()"))
  }

  @Test("the report has a line for each suite, and one for tests without a suite")
  func suites() throws {
    let lines = try run("EndToEndTests").output.split(separator: "\n").filter { $0.hasPrefix("suite: ") }
    #expect(
      lines == [
        "suite: EndToEndTests, outside of any suite", "suite: EndToEndTests.SendTests",
        "suite: EndToEndTests.WindowTests",
      ])
  }

  @Test(
    "a name that matches no test is refused, even beside valid names",
    arguments: [
      ("EndToEndTests/SendTests EndToEndTests/SnedTests", "EndToEndTests/SnedTests"),
      ("LightTests LightTests/FinderTests/find", "LightTests/FinderTests/find"),
      ("EndToEndTests/SendTests/vide EndToEndTests/top", "EndToEndTests/SendTests/vide or EndToEndTests/top"),
    ])
  func refused(_ arguments: String, _ names: String) throws {
    let result = try run(arguments)
    #expect(result.status == 1)
    #expect(result.errors == "no test is called \(names); swift test list shows them all\n")
    #expect(result.output == "")
  }

  @Test("a target that does not exist is refused, and the existing targets are listed")
  func unknownTarget() throws {
    let result = try run("LigthTests LightTests")
    #expect(result.status == 1)
    #expect(result.errors == "no tests are called LigthTests; there are EndToEndTests, LightTests\n")
  }
}
