/// Which entities inherit from which, by their places in the model.
///
/// Entities are also counted in an order in which each is followed by all that inherit from it, so that these are a range.
struct EntityTree {
    /// The entities that each inherits from and itself, the root first.
    let lineages: [[Int]]
    /// The numbers of each entity and of all that inherit from it; the first is its own.
    let numbers: [Range<Int>]
    /// The entities by their numbers.
    let order: [Int]

    /// - Parameter parents: the place of each entity's parent, where it has one; nothing inherits from itself.
    init(parents: [Int?]) {
        var children = [[Int]](repeating: [], count: parents.count)
        for (index, parent) in parents.enumerated() {
            if let parent { children[parent].append(index) }
        }
        var lineages = [[Int]](repeating: [], count: parents.count)
        var numbers = [Range<Int>](repeating: 0..<0, count: parents.count)
        var order = [Int]()

        func visit(_ index: Int, below lineage: [Int]) {
            let number = order.count
            order.append(index)
            lineages[index] = lineage + [index]
            for child in children[index] { visit(child, below: lineages[index]) }
            numbers[index] = number..<order.count
        }
        for (index, parent) in parents.enumerated() where parent == nil { visit(index, below: []) }
        (self.lineages, self.numbers, self.order) = (lineages, numbers, order)
    }

    func root(of index: Int) -> Int { lineages[index][0] }

    /// The entity and all that inherit from it, each before its own descendants.
    func subtree(of index: Int) -> ArraySlice<Int> { order[numbers[index]] }
}
