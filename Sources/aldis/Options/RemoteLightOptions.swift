import Application
import ArgumentParser

/// The options of the commands that use a remote light.
struct RemoteLightOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "For lights://: folder client of aldis light keys.",
      valueName: "folder"), completion: .directory)
  var keys: String?

  var choices: RemoteLightChoices { RemoteLightChoices(keys: keys) }
}
