/// Changes inputs of a format so that they stay in that format: what reads them goes on behind its checks of sizes and
/// checksums.
public protocol Mutator: Sendable {
  /// - Returns: the changed input, of any size; `nil` where the bytes are not of the format.
  func mutate(_ bytes: [UInt8], _ lot: inout Lot) -> [UInt8]?
}

/// The mutator for each parser whose inputs have a structure; changes without structure serve all others.
public func mutator(for parser: String) -> (any Mutator)? {
  switch parser {
  case "zip": ZIPMutator()
  case "xlsx": ZIPMutator(content: XMLMutator())
  case "hevc": HEVCMutator()
  case "heif", "jpeg2000", "jpegxl": BoxMutator()
  case "png": PNGMutator()
  case "svg", "html", "xmp", "mail-page", "hocr", "alto": XMLMutator()
  default: nil
  }
}
