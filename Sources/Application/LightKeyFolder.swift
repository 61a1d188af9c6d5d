import FoundationEssentials
import Glibc
import Torch

/// A new folder with the keys that protect a remote light.
package struct LightKeyFolder {
  package var path: String
  /// Names and addresses of the lamp, in addition to those of this machine.
  package var hosts: [String]
  /// How long the keys are valid from now on, in days.
  package var days: Int

  package init(path: String, hosts: [String], days: Int) {
    self.path = path
    self.hosts = hosts
    self.days = days
  }

  package func make() throws {
    // The validity begins a day ago, because clocks differ: a board without a battery may be a day behind.
    let validity = Date(timeIntervalSinceNow: -86_400)..<Date(timeIntervalSinceNow: 86_400 * Double(days))
    let hosts = [ProcessInfo.processInfo.hostName, "localhost", "127.0.0.1", "::1"] + self.hosts
    do {
      let authority = try LightAuthority(validity: validity)
      let server = try authority.keys(for: .server(hosts: hosts), validity: validity)
      let client = try authority.keys(for: .client, validity: validity)
      try LightKeys.makeFolder(path)
      try write(["server": server, "client": client])
    } catch let error as TorchError {
      throw error
    } catch {
      throw TorchError.keysNotWritten(path, reason: systemReason(of: error))
    }
    say("\(path)/server stays with the lamp; \(path)/client goes to the senders")
  }

  /// Writes all keys or none. Half of the keys would be useless, and their folder would block the next attempt.
  private func write(_ keys: KeyValuePairs<String, LightKeys>) throws(TorchError) {
    do throws(TorchError) {
      for (name, keys) in keys { try keys.write(to: "\(path)/\(name)") }
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
  }
}
