extension Outcome {
  /// What a plan says of a conversion beside its route and its ledger.
  public struct Forecast: Sendable, Equatable {
    /// The transforms that have something to do, by name, in order.
    public let transforms: [String]
    /// The content to be worked through, such as 12,192,768 pixels.
    public let work: Magnitude
    /// The part of the content that may lose further things, which a plan does not read: "rows".
    public let unread: String?

    public init(transforms: [String], work: Magnitude, unread: String?) {
      self.transforms = transforms
      self.work = work
      self.unread = unread
    }
  }
}

extension Converter {
  /// The plan of a conversion as an outcome that has a forecast. It does not throw: a failure is an outcome.
  ///
  /// - Parameters:
  ///   - request: the conversion that is planned.
  ///   - files: how the plan reaches the input.
  ///   - progress: called now and then as a sign of life, from any thread.
  public func forecast(
    _ request: Request, files: any FileAccess = DirectFiles(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) -> Outcome {
    let context = planning(
      within: request.limits, request.options, unusedOptions: request.unusedOptions, files: files,
      progress: progress)
    var outcome = Outcome(.planned, input: request.input)
    do throws(ConversionError) {
      let opened = try files.open(request.input, within: request.limits)
      let plan = try plan(
        resolve(request.input, in: opened, context), to: request.target,
        options: request.options, in: context)
      outcome.source = plan.route.source
      outcome.target = plan.route.target
      outcome.route = plan.route.stepNames
      outcome.ledger = plan.ledger
      outcome.receipt = context.output.receipt
      outcome.warnings = plan.warnings
      outcome.unused = plan.unused
      outcome.forecast = Outcome.Forecast(
        transforms: plan.transforms, work: plan.work, unread: plan.unread)
    } catch {
      outcome.status = .failed(error.resolved(by: request.limits))
    }
    return outcome
  }
}
