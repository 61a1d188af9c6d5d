import ArgumentParser
import Graphics
import Interface
import Luma
import Shaders

struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Checks the shaders of a folder.",
    discussion: """
      --check compiles and links every program of Aldis, without a display. Each error is one line on standard error, \
      FILE:LINE: MESSAGE, as compilers tell it to editors; exit status 65 where there is one. A shader that the \
      folder lacks is taken from the program.

      Shaders: \(ShaderName.allCases.map(\.rawValue).joined(separator: ", ")).
      """)

  @Argument(help: "One file, or its path: only the programs that use it.")
  var shader: String?

  @Option(
    help: ArgumentHelp(
      "The folder with the shaders. (default: ./Shaders, else those in the program)", valueName: "folder"))
  var shaders: String?

  @Flag(help: "Compiles and links, and ends.")
  var check = false

  func validate() throws {
    if !check { throw ValidationError("say what to do with the shaders: --check compiles and links them") }
    if let shader, shader.contains("/"), shaders != nil {
      throw ValidationError("\(shader) names a folder, and so does --shaders; name one")
    }
  }

  func run() throws {
    let folder = try ShaderFolder(shader: shader, folder: shaders)
    let library = try folder.read()
    let context: OffscreenContext
    do throws(GraphicsError) {
      context = try OffscreenContext()
    } catch {
      throw Failure(.unavailable, "shaders cannot be checked without OpenGL ES 2.0: \(error)")
    }
    let faults = try faults(in: library, using: folder.shader, on: context.context)
    for fault in faults {
      // What has no line of its own stands at the head of its file: editors look for a number.
      let message = fault.message.split(whereSeparator: \.isNewline).joined(separator: " ")
      try Output.errors.write("\(folder.path(of: fault.file)):\(fault.line ?? 1): \(message)\n")
    }
    if !faults.isEmpty { throw ExitCode(Failure.Status.data.rawValue) }
  }

  /// Each fault once, though many programs share a file.
  private func faults(
    in library: ShaderLibrary, using shader: ShaderName?, on context: Context
  ) throws(Failure) -> [ShaderFault] {
    var faults: [ShaderFault] = []
    for program in LumaPass.programs + Stage.programs where shader.map(program.uses) ?? true {
      do throws(GraphicsError) {
        _ = try context.program(program, from: library)
      } catch {
        guard !error.shaderFaults.isEmpty else { throw Failure(.unavailable, "\(error)") }
        for fault in error.shaderFaults where !faults.contains(fault) { faults.append(fault) }
      }
    }
    return faults
  }
}
