import ConverterCore
import FairyLibrary
import NIOPosix

/// Changes documents of the library on threads that may wait.
///
/// Changes of several documents go on side by side; those of one follow each other, as the library locks it.
struct LibraryDesk: Sendable {
  let library: DocumentLibrary
  let places: ServicePlaces
  private let broker: BrokerConnection
  private let threads: NIOThreadPool

  /// How many changes there are at a time.
  private static let most = 6

  init(_ library: DocumentLibrary, _ places: ServicePlaces, _ broker: BrokerConnection) {
    (self.library, self.places, self.broker) = (library, places, broker)
    threads = NIOThreadPool(numberOfThreads: Self.most)
    threads.start()
  }

  /// Changes documents.
  ///
  /// - Parameters:
  ///   - priority: of what workers do for it.
  ///   - body: makes the change.
  /// - Throws: what `body` throws.
  func change<Result: Sendable>(
    priority: Int = 0, _ body: @escaping @Sendable (LibraryEditor) throws -> Result
  ) async throws -> Result {
    let work = BrokerPages(broker: broker, places: places, priority: priority)
    let library = library
    return try await threads.runIfActive {
      try body(LibraryEditor(library, maker: RequestedPages(work)))
    }
  }
}
