import Foundation
import Shell

/// The built program, run in a shell and in a folder of its own, as a user runs it.
struct Program {
  struct Result {
    var status: Int32
    var output: String
    /// Standard error without the lines that report the demo.
    var errors: String
    /// Number of lines that report the demo.
    var demoNotices: Int
    /// Lines of standard error, which are written for people.
    var errorLines: [Substring] { errors.split(separator: "\n") }
  }

  /// `ALDIS_PROGRAM` names the program to test; without it, the program that was built beside these tests.
  static let path: String = {
    if let path = ProcessInfo.processInfo.environment["ALDIS_PROGRAM"] {
      return URL(fileURLWithPath: path).standardizedFileURL.path
    }
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let folder = tests?.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent("aldis").path
  }()

  /// Whether tests that take minutes run: `make test-long`.
  static let runsLongTests = ProcessInfo.processInfo.environment["ALDIS_LONG_TESTS"] != nil

  /// Whether windows can be opened.
  static var hasDisplay: Bool {
    ProcessInfo.processInfo.environment["DISPLAY"].map { !$0.isEmpty } ?? false
  }

  /// Whether there is a device that may be a camera.
  static var hasVideoNodes: Bool {
    let devices = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    return devices.contains { $0.hasPrefix("video") }
  }

  /// Whether the system calls of a program can be traced.
  static let canTrace = FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")

  /// The root of the repository.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// An empty folder, removed with this value.
  let folder = Folder()

  /// Runs `script` in bash, with the program as `aldis`. A script that takes longer than `seconds` is killed, with status 124.
  func run(_ script: String, seconds: Int = 120, environment: [String: String] = [:]) throws -> Result {
    // State for the next start stays in this folder, and the user's settings are not used.
    let own = [
      "XDG_STATE_HOME": folder.url.path + "/.state", "XDG_CONFIG_HOME": folder.url.path + "/.config",
    ]
    let environment = environment.merging(own) { own, _ in own }
    let variables = environment.map { "export \($0)=\(Shell.quoted($1))\n" }.joined()
    let inner = "aldis() { \(Shell.quoted(Self.path)) \"$@\"; }\n\(script)"
    // Output goes to files, not to pipes, so that the test need not read both streams at the same time.
    let status = Shell.run(
      """
      cd \(Shell.quoted(folder.url.path)) && exec </dev/null >stdout 2>stderr
      \(variables)exec timeout --kill-after=5 \(seconds) bash -o pipefail -c \(Shell.quoted(inner))
      """)
    let lines = try folder.text("stderr").split(separator: "\n", omittingEmptySubsequences: false)
    let others = lines.filter { $0 != Self.demoNotice }
    return Result(
      status: status, output: try folder.text("stdout"), errors: others.joined(separator: "\n"),
      demoNotices: lines.count - others.count)
  }

  private static let demoNotice = "aldis: DEMO: a simulated lamp; no camera is read"

  final class Folder {
    let url: URL

    init() {
      url = FileManager.default.temporaryDirectory.appendingPathComponent("aldis-\(UUID().uuidString)")
      try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
    }
  }
}
