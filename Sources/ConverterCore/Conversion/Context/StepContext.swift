/// The context of a reader or a writer: that of the conversion, and what only the one or the other may do.
///
/// What both need is at hand here; functions that serve both take the ``ConversionContext`` itself.
public protocol StepContext: Sendable {
  /// What all steps of the conversion share.
  var conversion: ConversionContext { get }
}

extension StepContext {
  /// How much the conversion may use.
  @inlinable public var limits: Limits { conversion.limits }
  /// The number of threads that it may keep busy, at least 1.
  @inlinable public var threads: Int { conversion.threads }
  /// What the user says of the input.
  @inlinable public var reading: ReadingOptions { conversion.reading }
  /// For plugins that find another format inside theirs: they ask for its reader, never its plugin.
  @inlinable public var registry: Registry { conversion.registry }
  /// What becomes of the input.
  @inlinable public var purpose: Request.Purpose { conversion.purpose }

  /// Does the same as ``ConversionContext/checkpoint(_:)``.
  @inlinable public func checkpoint(_ fraction: Double? = nil) throws(ConversionError) {
    try conversion.checkpoint(fraction)
  }

  /// Does the same as ``ConversionContext/note(_:_:why:)``.
  @inlinable public func note(_ what: String, _ action: LedgerEntry.Action, why: String? = nil) {
    conversion.note(what, action, why: why)
  }

  /// Tells the user something that loses nothing, in a sentence without the name of the file.
  @inlinable public func warn(_ text: String) { conversion.warn(text) }

  /// Says that an option that the route uses made no difference to this file.
  @inlinable public func noteUnused(_ name: ConversionOptions.Name, why: String) {
    conversion.noteUnused(name, why: why)
  }

  /// The same of a key of `--set`.
  @inlinable public func noteUnused(_ descriptor: OptionDescriptor, why: String) {
    conversion.noteUnused(descriptor, why: why)
  }
}
