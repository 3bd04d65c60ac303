import FairyLibrary
import Testing

/// Which change leads from which state to which; all others are refused.
@Suite struct DocumentStateTests {
  private static let edges: [DocumentState: [DocumentState.Event: DocumentState]] = [
    .draft: [.edit: .draft, .describe: .draft, .save: .savedLocal],
    .savedLocal: [
      .edit: .draft, .describe: .savedLocal, .save: .savedLocal, .beginSync: .syncing,
    ],
    .syncing: [
      .edit: .draft, .describe: .savedLocal, .save: .savedLocal, .endSync: .synced,
      .failSync: .syncError, .abandonSync: .savedLocal,
    ],
    .synced: [.edit: .draft, .describe: .savedLocal, .save: .savedLocal, .beginSync: .syncing],
    .syncError: [.edit: .draft, .describe: .syncError, .save: .savedLocal, .beginSync: .syncing],
  ]

  @Test(arguments: DocumentState.allCases, DocumentState.Event.allCases)
  func everyEdge(state: DocumentState, event: DocumentState.Event) {
    #expect(state.after(event) == Self.edges[state]?[event])
  }
}
