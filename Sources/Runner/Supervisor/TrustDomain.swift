import CProcessShims
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files that a worker may read one after the other: code in one of them could change what becomes of the next.
///
/// The user's own files are one domain. A file from elsewhere is one by itself: one that belongs to another user, or
/// that a browser or a program that fetches files has marked, and standard input. Files in an archive share its domain.
enum TrustDomain: Equatable {
  case own
  /// One file, by what it is.
  case file(FileIdentity)
  /// The inputs of one request, by its number in the run.
  case request(Int)

  /// The domain of a request's inputs.
  init(of inputs: [InputFile], request index: Int) {
    if inputs.allSatisfy(\.isOwn) {
      self = .own
    } else if inputs.count == 1, let identity = inputs[0].identity {
      self = .file(identity)
    } else {
      self = .request(index)
    }
  }
}

extension InputFile {
  /// Whether it is a file of this user that nothing marks as coming from elsewhere.
  fileprivate var isOwn: Bool {
    guard path != nil, let descriptor, let status = descriptor.status else {
      return false
    }
    return status.st_uid == geteuid() && !fairy_is_marked_as_fetched(descriptor.rawValue)
  }
}
