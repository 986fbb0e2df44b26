/// A mapping model in the words of a step's decisions.
package struct StepMapping: Sendable {
    /// An old place such as `Order.info`, and the new name: those of identifiers that the mapping model does not contradict, and then its own.
    package private(set) var renames: [(old: String, new: String)] = []
    /// How many of the renames come from identifiers.
    package private(set) var identified = 0
    package private(set) var values: [Value] = []
    /// What is no decision. Places begin with the line of the file: `12: Order.total`.
    package private(set) var remarks: [Remark] = []

    /// A value that a decision has to compute.
    package struct Value: Sendable {
        package let property: MappedProperty
        /// The value by the entity that an object had.
        package let parts: [(entity: String, source: ValueSource)]
        let line: Int
    }

    package enum ValueSource: Hashable, Sendable {
        case property(MappedProperty)
        /// A constant as the editor of models writes it.
        case constant(String?)
        /// The mapping gives no value: the default.
        case unset
    }

    package init(_ mapping: MappingModel, from old: Translation, to new: Translation) {
        var planner = MappingPlanner(mapping, from: FileNames(of: old), to: FileNames(of: new))
        planner.plan(FormerNames(from: old, to: new).renames)
        (renames, identified, values) = (planner.identifiers + planner.renames, planner.identifiers.count, planner.values)
        remarks = planner.remarks
    }

    /// The remark that a value is no decision, for a reason.
    package func remark(on value: Value, _ reason: String) -> Remark {
        Remark(kind: .mappingValue, place: "\(value.line): \(value.property.place)", detail: reason)
    }
}
