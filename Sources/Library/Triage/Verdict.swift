/// What is to become of a photo.
public enum Verdict: String, Sendable, CaseIterable {
  case keep
  /// It goes to the trash with the next commit.
  case delete
  /// It is kept, and its words become a note.
  case text
}
