import ConverterCore
import FairyLibrary
import SystemPackage

extension ScanRoutes {
  /// Adds a picture that a phone has sent to the draft that it is for. Where it is for none, or that is gone, the picture stays
  /// among the files that were added.
  ///
  /// - Parameters:
  ///   - upload: as the broker knows it.
  ///   - purpose: the address of the page that it is for, such as `/scan/ID`.
  func take(_ upload: FilePath, for purpose: String) async {
    let parts = purpose.split(separator: "/")
    guard parts.count == 2, parts[0] == "scan", let id = DocumentID(String(parts[1])),
      (try? desk.library.document(id).metadata()) != nil
    else { return }
    await add([upload], LookOptions(), to: id)
  }
}
