import Graphics
import Interface
import Luma
import Shaders

extension ShaderFolder {
  /// The driver's errors in the programs of `library`. If the user named a file, only the programs that use it are checked.
  /// Each error is listed once, even if several programs share its file.
  ///
  /// - Throws: Errors that the shaders did not cause.
  func faults(in library: ShaderLibrary, on context: Context) throws(GraphicsError) -> [ShaderFault] {
    var faults: [ShaderFault] = []
    for program in LumaPass.programs + Stage.programs where shader.map(program.uses) ?? true {
      do throws(GraphicsError) {
        _ = try context.program(program, from: library)
      } catch {
        guard !error.shaderFaults.isEmpty else { throw error }
        for fault in error.shaderFaults where !faults.contains(fault) { faults.append(fault) }
      }
    }
    return faults
  }
}
