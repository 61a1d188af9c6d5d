import FoundationEssentials
import Glibc
import Interface
import Localization
import Monitor
import Typesetting

/// Saves a picture under a name with the time, and shows the name.
func saveTimedScreenshot(of session: Session, _ words: Wording, _ save: (String) throws -> Void) {
  let path = timedName(endingIn: "png")
  do {
    try save(path)
    session.inform(words.translate("Saved \(RecordingPaths.shown(path))"))
  } catch {
    session.show(error, words)
  }
}

/// Writes a picture as PNG.
func savePicture(_ picture: Bitmap, to path: String) throws(Failure) {
  do {
    try picture.writePNG(to: path)
  } catch {
    throw Failure(.io, error.text)
  }
}
