import Monitor

extension MeasuredTorches {
  static var path: String? { UserFolder.settings.path(of: "torches.toml") }

  /// The delays that were measured so far.
  static func load() throws(Failure) -> MeasuredTorches {
    guard let path else { return MeasuredTorches() }
    do throws(SettingsError) {
      return try MeasuredTorches(at: path)
    } catch {
      throw Failure(error, of: path)
    }
  }
}
