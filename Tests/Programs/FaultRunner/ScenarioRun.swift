import FaultInjection
import Foundation

/// Runs one scenario with one call after the other failing, and prints what goes wrong.
struct ScenarioRun {
    private let scenario: Scenario
    private let kind: FaultKind
    private let isPersistent: Bool
    private let template: Place
    private let place: Place
    private let before: StoreImage
    private let after: StoreImage
    private let between: [StoreImage]
    private let answer: String
    /// How many calls the work makes without faults.
    let calls: Int64

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    init(_ scenario: Scenario, _ kind: FaultKind, isPersistent: Bool, in folder: String) throws {
        (self.scenario, self.kind, self.isPersistent) = (scenario, kind, isPersistent)
        template = try Place.new("template", in: folder)
        place = Place(folder: "\(folder)/run")
        try scenario.prepare(template)
        between = try scenario.between()
        try place.copy(from: template)
        let trial = Trial(Fault(kind: kind, number: 0, isPersistent: false), at: place, after: nil)
        try scenario.run(place, trial)
        if let error = trial.error { throw error }
        guard let answer = trial.answer, let before = trial.before else { throw Failure(description: "the scenario tries nothing") }
        (self.answer, self.before, calls) = (answer, try before.get(), trial.calls)
        after = try StoreImage(place.path)
    }

    /// Has one call fail.
    /// - Returns: whether the work came to it, and what is wrong.
    func run(_ number: Int64) -> (isHit: Bool, problem: String?) {
        let trial = Trial(Fault(kind: kind, number: number, isPersistent: isPersistent), at: place, after: after)
        do {
            try place.copy(from: template)
            try scenario.run(place, trial)
            let problem = problem(of: trial, try StoreImage(place.path))
            return (trial.hits > 0, problem.map { "\(trial.first): \($0)" })
        } catch {
            return (trial.hits > 0, "\(trial.first): \(trial.error.map { "after \($0): " } ?? "")\(error)")
        }
    }

    private func problem(of trial: Trial, _ image: StoreImage) -> String? {
        guard let error = trial.error else {
            if trial.answer != answer { return "no error, and the answer is \(trial.answer ?? "none") instead of \(answer)" }
            return image == after ? nil : "no error, and the store is not as after: \(image.differences(from: after))"
        }
        let allowed = [before, after] + between
        switch trial.imageAfterError {
        case .success(let found) where !allowed.contains(found):
            return "after \(error) the store is neither as before nor as after: \(found.differences(from: before))"
        case .failure(let damage): return "after \(error) the store cannot be read: \(damage)"
        default: break
        }
        switch trial.repeated {
        case nil: return allowed.contains(image) ? nil : "after \(error) the closed store is not as after: \(image.differences(from: after))"
        case .failure(let second): return "repeated after \(error), it fails with \(second)"
        case .success(let found) where found != answer: return "repeated after \(error), the answer is \(found) instead of \(answer)"
        case .success: return image == after ? nil : "repeated after \(error), the store is not as after: \(image.differences(from: after))"
        }
    }
}
