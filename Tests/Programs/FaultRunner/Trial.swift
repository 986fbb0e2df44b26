import FaultInjection
import Foundation

/// Which call fails while a piece of work is tried.
struct Fault {
    var kind: FaultKind
    /// The call, from 1; 0 for none.
    var number: Int64
    /// Whether all calls after it fail too.
    var isPersistent: Bool
}

/// One try of a scenario's work: it fails somewhere, and what it threw and found is kept.
final class Trial {
    private let fault: Fault
    private let place: Place
    /// What the store holds when the work is done; nil while that is found out.
    private let after: StoreImage?
    /// What the store holds when the work begins, of the try without a fault.
    private(set) var before: Result<StoreImage, any Error>?
    private(set) var calls: Int64 = 0
    private(set) var hits: Int64 = 0
    private(set) var first = ""
    private(set) var answer: String?
    private(set) var error: (any Error)?
    /// What the file holds when the work has failed, while the store is still open; what is wrong with it otherwise.
    private(set) var imageAfterError: Result<StoreImage, any Error>?
    /// What the same work found without faults, after it had failed.
    private(set) var repeated: Result<String, any Error>?

    init(_ fault: Fault, at place: Place, after: StoreImage?) {
        (self.fault, self.place, self.after) = (fault, place, after)
    }

    /// Whether work is done once more when it has failed.
    enum Repetition {
        case always
        /// Not if the store holds all of it although it failed: its commit came before the error.
        case unlessDone
        case never
    }

    /// Does the work under the fault, and after an error once more without it.
    func callAsFunction(_ repetition: Repetition, _ work: () throws -> String) {
        if after == nil { before = Result { try StoreImage(place.path) } }
        faults_arm(fault.kind, fault.number, fault.isPersistent ? 1 : 0)
        let result = Result(catching: work)
        faults_disarm()
        (calls, hits, first) = (faults_calls(), faults_hits(), String(cString: faults_first()))
        switch result {
        case .success(let found): answer = found
        case .failure(let found):
            error = found
            let image = Result { try StoreImage(place.path) }
            imageAfterError = image
            let isDone = (try? image.get()).map { $0 == after } ?? false
            if repetition == .never || (repetition == .unlessDone && isDone) { return }
            repeated = Result(catching: work)
        }
    }
}
