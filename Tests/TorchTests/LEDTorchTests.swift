import Foundation
import Testing
import Torch

@Suite("LED torch")
struct LEDTorchTests {
  /// A folder of LEDs as in sysfs, made of plain files; removed with this value.
  final class LEDs {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("leds-\(UUID().uuidString)")
    var path: String { url.path }

    init(_ leds: [String: [String: String]]) throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for (led, files) in leds {
        try FileManager.default.createDirectory(
          at: url.appendingPathComponent(led), withIntermediateDirectories: true)
        for (name, text) in files {
          try Data((text + "\n").utf8).write(to: url.appendingPathComponent("\(led)/\(name)"))
        }
      }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func read(_ file: String) throws -> String {
      String(decoding: try Data(contentsOf: url.appendingPathComponent(file)), as: UTF8.self)
    }
  }

  private func lamp(trigger: String? = "none [mmc0] timer") throws -> LEDs {
    var files = ["brightness": "3", "max_brightness": "15"]
    files["trigger"] = trigger
    return try LEDs(["red": files, "green": files])
  }

  @Test("an LED is taken from its trigger, dark at first, switched, and restored")
  func wholeLife() throws {
    let leds = try lamp()
    let torch = try LEDTorch("red", in: leds.path)
    #expect(torch.name == "led:red")
    #expect(try leds.read("red/trigger") == "none")
    #expect(try leds.read("red/brightness") == "0")
    try torch.shine(true)
    #expect(try leds.read("red/brightness") == "15")
    try torch.shine(false)
    #expect(try leds.read("red/brightness") == "0")
    try torch.release()
    #expect(try leds.read("red/brightness") == "3")
    #expect(try leds.read("red/trigger") == "mmc0")
  }

  @Test("the list names every LED and why it cannot be taken; listing switches no LED")
  func list() throws {
    let leds = try lamp()
    #expect(LEDTorch.list(in: leds.path) == ["green", "red"].map { LEDListing(name: $0) })
    #expect(try leds.read("red/brightness") == "3\n")
    #expect(try leds.read("red/trigger") == "none [mmc0] timer\n")
    let torch = try LEDTorch("red", in: leds.path)
    guard case .inUse? = LEDTorch.list(in: leds.path).last?.obstacle else {
      Issue.record("an LED that is in use can be taken")
      return
    }
    try torch.release()
    try FileManager.default.removeItem(atPath: leds.path + "/green/brightness")
    #expect(LEDTorch.list(in: leds.path).map(\.obstacle) == [.gone("led:green"), nil])
    #expect(LEDTorch.list(in: leds.path + "/missing") == [])
  }

  @Test("an LED is restored also if its torch is not released")
  func forgotten() throws {
    let leds = try lamp()
    do { try LEDTorch("red", in: leds.path).shine(true) }
    #expect(try leds.read("red/brightness") == "3")
    #expect(try leds.read("red/trigger") == "mmc0")
  }

  /// Kills the guard of the LEDs in `path`, and waits until it is dead.
  private func killGuard(of path: String) throws {
    func findGuard() throws -> pid_t? {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.first { process in
        let words = (try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/cmdline"))) ?? Data()
        let line = String(decoding: words, as: UTF8.self)
        return line.contains("aldis-led-guard") && line.contains(path)
      }
    }
    // The guard can be found by name after it has started.
    var found = try findGuard()
    for _ in 0..<100 where found == nil {
      usleep(100_000)
      found = try findGuard()
    }
    let guardian = try #require(found)
    try #require(kill(guardian, SIGKILL) == 0)
    var information = siginfo_t()
    try #require(waitid(P_PID, id_t(guardian), &information, WEXITED | WNOWAIT) == 0)
  }

  @Test("an LED is restored also if its guard was killed")
  func killedGuard() throws {
    let leds = try lamp()
    let torch = try LEDTorch("red", in: leds.path)
    try torch.shine(true)
    try killGuard(of: leds.path)
    try torch.release()
    #expect(try leds.read("red/brightness") == "3")
    #expect(try leds.read("red/trigger") == "mmc0")
  }

  @Test("the parameters of a trigger are restored", arguments: [false, true])
  func parameters(_ isGuardKilled: Bool) throws {
    let kept = ["delay_on": "111", "delay_off": "222", "pattern": "0 100 255 100", "invert": "1"]
    let leds = try LEDs([
      "red": kept.merging(["brightness": "3", "max_brightness": "15", "trigger": "none [timer]"]) { $1 }
    ])
    let torch = try LEDTorch("red", in: leds.path)
    // The kernel's values after the trigger is set again.
    for (name, value) in ["delay_on": "500", "delay_off": "500", "pattern": ""] {
      try Data(value.utf8).write(to: leds.url.appendingPathComponent("red/\(name)"))
    }
    if isGuardKilled { try killGuard(of: leds.path) }
    try torch.release()
    #expect(try leds.read("red/trigger") == "timer")
    for (name, value) in kept {
      #expect(try leds.read("red/\(name)").trimmingCharacters(in: .newlines) == value)
    }
  }

  @Test("an LED without a trigger is switched and restored", arguments: [nil, "[none] timer"])
  func withoutTrigger(_ trigger: String?) throws {
    let leds = try lamp(trigger: trigger)
    let torch = try LEDTorch("red", in: leds.path)
    try torch.shine(true)
    try torch.release()
    #expect(try leds.read("red/brightness") == "3")
    if let trigger { #expect(try leds.read("red/trigger") == trigger + "\n") }
  }

  @Test("an LED has one owner at a time, which is named; other LEDs are free")
  func oneOwner() throws {
    let leds = try lamp()
    let torch = try LEDTorch("red", in: leds.path)
    let error = #expect(throws: TorchError.self) { _ = try LEDTorch("red", in: leds.path) }
    guard case .inUse("led:red", let holder) = error else {
      Issue.record("not in use: \(String(describing: error))")
      return
    }
    #expect(holder.hasSuffix("(process \(getpid()))"))
    try LEDTorch("green", in: leds.path).release()
    try torch.release()
    try LEDTorch("red", in: leds.path).release()
  }

  @Test(
    "the error for an unknown name lists the existing LEDs",
    arguments: ["blue", "", ".", "..", "../red", "red/"])
  func unknown(_ name: String) throws {
    let leds = try lamp()
    #expect(throws: TorchError.noSuchLED(name, folder: leds.path, existing: ["green", "red"])) {
      _ = try LEDTorch(name, in: leds.path)
    }
  }

  @Test("an LED that was removed is gone, and cannot be restored")
  func vanishes() throws {
    let leds = try lamp()
    let torch = try LEDTorch("red", in: leds.path)
    try FileManager.default.removeItem(at: leds.url.appendingPathComponent("red"))
    #expect(throws: TorchError.gone("led:red")) { try torch.shine(true) }
    #expect(throws: TorchError.self) { try torch.release() }
  }

  @Test("an LED without its files cannot be used")
  func incomplete() throws {
    let leds = try LEDs(["red": ["brightness": "0"]])
    #expect(throws: TorchError.gone("led:red")) { _ = try LEDTorch("red", in: leds.path) }
  }
}
