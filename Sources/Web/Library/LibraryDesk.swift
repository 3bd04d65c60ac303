import CProcessShims
import ConverterCore
import FairyLibrary
import NIOPosix
import Synchronization

/// Reads and changes documents of the library on threads that may wait.
///
/// Changes of several documents go on side by side; those of one follow each other, as the library locks it. Whoever only reads
/// waits for no change.
final class LibraryDesk: Sendable {
  let library: DocumentLibrary
  let places: ServicePlaces
  private let broker: BrokerConnection
  private let threads: NIOThreadPool
  private let reading: NIOThreadPool
  /// How often something was asked.
  private let uses = Atomic<Int>(0)

  /// How many changes there are at a time.
  private static let most = 6
  /// A search holds a core; more would take those of pictures.
  private static let mostReading = 2
  private static let pause = Duration.seconds(2)

  init(_ library: DocumentLibrary, _ places: ServicePlaces, _ broker: BrokerConnection) {
    (self.library, self.places, self.broker) = (library, places, broker)
    threads = NIOThreadPool(numberOfThreads: Self.most)
    reading = NIOThreadPool(numberOfThreads: Self.mostReading)
    threads.start()
    reading.start()
    Task { [weak self] in
      var known = 0
      while let uses = self?.uses.load(ordering: .relaxed) {
        // What a list or a search has held is of no use to those who only leave a page open.
        if uses != known { fairy_give_back_freed_memory() }
        known = uses
        try? await Task.sleep(for: Self.pause)
      }
    }
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
    uses.add(1, ordering: .relaxed)
    return try await threads.runIfActive {
      try body(LibraryEditor(library, maker: RequestedPages(work)))
    }
  }

  /// Looks at documents.
  ///
  /// - Throws: what `body` throws.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (DocumentLibrary) throws -> Result
  ) async throws -> Result {
    let library = library
    uses.add(1, ordering: .relaxed)
    return try await reading.runIfActive { try body(library) }
  }

  /// Does what writes files elsewhere than in documents: copies, settings.
  ///
  /// - Throws: what `body` throws.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (DocumentLibrary) throws -> Result
  ) async throws -> Result {
    let library = library
    return try await threads.runIfActive { try body(library) }
  }
}
