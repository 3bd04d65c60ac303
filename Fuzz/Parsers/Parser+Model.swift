import ConverterCore

extension Parser {
  /// What the reader that `plugins` register makes of a file.
  ///
  /// - Parameters:
  ///   - limits: keep a run fast.
  ///   - inspect: goes over all of it.
  static func model<M: Model & SendableMetatype>(
    _ name: String, _ type: ContentType.ID, by plugins: [any ConverterPlugin.Type],
    within limits: Limits, _ inspect: @escaping @Sendable (M, ConversionContext) -> Void
  ) -> Parser {
    let registry = plugins.reduce(into: Registry()) { registry, plugin in
      try? plugin.register(in: &registry)
    }
    return Parser(name: name) { bytes in
      let context = ConversionContext(registry: registry, limits: limits)
      guard let reader = registry.reader(for: type) as? any Reader<M>,
        let model = try? reader.read(
          InputFile(bytes: bytes), type: type, in: ReadingContext(context))
      else { return }
      inspect(model, context)
    }
  }
}

extension Limits {
  static func quick(
    seconds: Int, memory: Int = 64 << 20, _ further: (inout Limits) -> Void
  ) -> Limits {
    var limits = Limits.standard
    limits.seconds = seconds
    limits.memory = memory
    further(&limits)
    return limits
  }
}
