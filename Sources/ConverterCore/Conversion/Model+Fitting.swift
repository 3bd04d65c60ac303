/// What a model may offer so that a quality or a size can be found for it. Nothing, by default.
extension Model {
  public func held(in context: ConversionContext) throws(ConversionError) -> Self { self }

  public func sample(in context: ConversionContext) throws(ConversionError) -> Self? { nil }

  public func likeness(
    of file: [UInt8], as type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> Double? { nil }

  public func geometry(
    smallerBy factor: Double, than asked: ResizeGeometry?
  ) -> ResizeGeometry? { nil }
}
