import ConverterCore
import PDFObjects

extension PDFFile {
  /// A file without pages that has nothing of an encrypted one but how that is encrypted: written, it can be
  /// opened with the same passwords, and lets others do the same.
  ///
  /// qpdf keeps the encryption of what it reads, and gives none of its own choice to another file. So the file
  /// is read once more, and all of its objects are cut off.
  convenience init(emptied file: PDFFile) throws(ConversionError) {
    try self.init(again: file)
    let trailer = trailer
    for key in trailer.keys where !["/Root", "/Size", "/ID", "/Encrypt"].contains(key) {
      trailer.removeKey(key)
    }
    let pages = indirect(
      dictionary(["/Type": name("/Pages"), "/Kids": array(), "/Count": integer(0)]))
    trailer["/Root"] = indirect(dictionary(["/Type": name("/Catalog"), "/Pages": pages]))
    try check()
    // What was wrong with it is told of the file that its pages come from.
    _ = takeWarnings()
  }
}
