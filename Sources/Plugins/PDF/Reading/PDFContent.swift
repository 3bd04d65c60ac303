import ConverterCore
import PDFObjects
import PagedDocumentModel
import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open PDF file behind the model.
final class PDFContent: DocumentContent {
  let input: InputFile
  /// What of it leads to pages, for files that are made of it.
  let structure: DocumentStructure

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Structures of the same file that nobody has borrowed; under `lock`.
  private var free: [DocumentStructure]

  init(file: PDFFile, input: InputFile, limits: Limits = .standard) {
    self.input = input
    structure = DocumentStructure(file, limits: limits)
    free = [structure]
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  func picture(
    of page: DocumentPage, width: Int, height: Int, in context: ConversionContext
  ) throws(ConversionError) -> Picture? {
    let preview = try RenderablePage(page, of: self, in: context)
    return try preview.picture(width: width, height: height, in: context)
  }

  func facts(in context: ConversionContext) throws(ConversionError) -> DocumentFacts {
    try PDFFacts(structure, in: context).facts()
  }

  /// The structure for the caller alone, until it is given back. A file belongs to one thread at a time: where
  /// several take parts of it, each gets one of its own.
  ///
  /// - Throws: what opening the file again throws.
  func borrow(in context: ConversionContext) throws(ConversionError) -> DocumentStructure {
    pthread_mutex_lock(lock)
    let known = free.popLast()
    pthread_mutex_unlock(lock)
    if let known { return known }
    let again = try PDFFile(again: structure.file)
    return DocumentStructure(again, limits: structure.limits)
  }

  func giveBack(_ structure: DocumentStructure) {
    pthread_mutex_lock(lock)
    free.append(structure)
    pthread_mutex_unlock(lock)
  }
}
