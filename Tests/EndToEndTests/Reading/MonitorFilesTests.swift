import Foundation
import Testing

/// The log of events and the recordings of a service, after restarts, with a full disk, and with a rotation of logs.
@Suite("Files of the monitor")
struct MonitorFilesTests {
  private static let aldis = "'\(Program.path)' monitor --headless --demo"
  /// wait_for SECONDS COMMAND...
  private static let waiting = """
    wait_for() { local end=$((SECONDS + $1)); shift; until "$@"; do [ $SECONDS -lt $end ] || return; sleep 0.1; done; }

    """

  @Test("a restart appends to the log, and each event has the time of the wall clock beside its own time")
  func restart() throws {
    let program = Program()
    let result = try program.run(
      """
      for run in 1 2; do \(Self.aldis) --duration 1 --events log >/dev/null; done
      grep -c '"event":"station"' log
      # A run that is killed may leave half a line.
      printf '{"event":"wo' >>log
      \(Self.aldis) --duration 1 --events log >/dev/null
      grep -c '^{"at".*"event":"station"' log
      grep -vc '^{"at":"20[0-9-]*T[0-9:]*\\.[0-9]*Z",.*}$' log
      """)
    #expect(result.output == "2\n3\n1\n")
  }

  @Test("a log that cannot be written is reported once, and once more when it recovers; reading continues")
  func fullDisk() throws {
    let program = Program()
    let result = try program.run(
      Self.waiting + """
        ulimit -f 2
        \(Self.aldis) --duration 60 --events log >text 2>errors & run=$!
        wait_for 20 grep -q 'cannot write log' errors
        : >log
        wait_for 20 grep -q recovered log
        kill -TERM $run; wait $run; echo $?
        grep -o '"count":[0-9]*,"event":"storage","name":"log","state":"recovered"' log | grep -c 'count":[1-9]'
        """)
    #expect(result.output == "0\n1\n")
    let errors = try program.folder.text("errors").split(separator: "\n").filter { !$0.contains("DEMO") }
    #expect(errors.count == 2)
    #expect(errors.first == "aldis: cannot write log: File too large")
    #expect(
      errors.last?.hasPrefix("aldis: ") == true && errors.last?.contains("log is written again") == true)
  }

  @Test("a recording that cannot be read does not keep the next one from being read")
  func badRecording() throws {
    let result = try Program().run(
      """
      aldis simulate SOS --size 320x240 --output a.y4m; cp a.y4m c.y4m; echo none >b.mp4
      aldis monitor --headless a.y4m b.mp4 c.y4m; echo $?
      aldis monitor --headless a.y4m --screenshot /dev/full >/dev/null
      """)
    #expect(result.output == "SOS\nSOS\n65\n")
    #expect(result.errorLines.count == 2)
    #expect(result.errors.contains("aldis: cannot read b.mp4: it is no recording"))
    #expect(result.errorLines.last == "aldis: cannot write /dev/full: No space left on device")
  }

  @Test(
    "a recording that cannot be written ends with an event and one line; reading continues, and the exit status reports it"
  )
  func fullDiskOfRecording() throws {
    let program = Program()
    let result = try program.run(
      Self.waiting + """
        ulimit -f 40
        \(Self.aldis) --duration 60 --events log --record a.grid >text 2>errors & run=$!
        wait_for 20 grep -q '"event":"storage".*"name":"a.grid","state":"failed"' log
        lines=$(wc -l <log)
        wait_for 20 eval '[ $(wc -l <log) -gt $((lines + 3)) ]'
        kill -TERM $run; wait $run; echo $?
        grep -c storage log
        """)
    #expect(result.output == "74\n1\n")
    let errors = try program.folder.text("errors").split(separator: "\n").filter { !$0.contains("DEMO") }
    #expect(errors == ["aldis: cannot write a.grid: File too large"])
  }

  @Test(
    "SIGHUP opens log and recording again after they were moved away; without these files it ends the program"
  )
  func hangUp() throws {
    let program = Program()
    let result = try program.run(
      Self.waiting + """
        \(Self.aldis) --duration 60 --events log --record a.grid >text & run=$!
        wait_for 20 grep -q calibration log
        mv log log.1; mv a.grid a1.grid
        kill -HUP $run
        wait_for 20 test -s log
        kill -TERM $run; wait $run; echo $?
        head -n 1 log | grep -c station
        for name in a1 a; do aldis decode $name.grid --format jsonl | grep -c streaming; done
        \(Self.aldis) --duration 60 >text & run=$!
        sleep 1; kill -HUP $run; wait $run; echo $?
        """)
    #expect(result.output == "0\n1\n1\n1\n0\n")
    #expect(!result.errors.contains("breaks off"))
  }
}
