import ConverterCore

extension Passwords {
  /// Those of the request that a sealed worker has in hand, which its supervisor keeps until something is encrypted.
  static func supervised(
    by channel: Channel, _ vocabulary: RequestVocabulary
  ) -> Passwords {
    Passwords { () throws(ConversionError) in
      let (answer, _) = try channel.ask(WorkerMessage.wantsPasswords.json)
      guard let answer else { throw ConversionError(.interrupted, "the supervisor is gone") }
      guard case .passwords(let passwords) = try SupervisorMessage(answer, vocabulary: vocabulary)
      else {
        throw ConversionError(.internalError, "the supervisor gave no passwords")
      }
      return passwords
    }
  }
}
