import SQLiteAccess

extension ManagedObjectContext {
    /// The objects of a fetch that a full-text search finds in the store: in the order of the fetch, and where it leaves objects
    /// equal, or says none, the best first.
    ///
    /// The search sees what is saved, as does the fetch's condition here: texts that this context has changed are found as they
    /// were. Deleted objects are left out.
    /// - Throws: ``StoreError``, also for an entity that has no search, for an expression that FTS5 does not understand, and for
    ///   a path to prefetch that is none; `ConditionErrors` where the condition names what the model does not have.
    public func search<Root: ManagedObject>(_ fetch: Fetch<Root>, for pattern: SearchPattern) throws -> [Root] {
        try found(fetch, SearchArguments(pattern: pattern.text), withPassages: false) { object, _, _ in object }
    }

    /// What ``search(_:for:)`` finds, each object with its rank and the passages in which something was found.
    ///
    /// For passages the texts of what is found are read and cut into words again: give the fetch a limit.
    /// - Throws: as ``search(_:for:)`` does.
    public func searchResults<Root: ManagedObject>(
        _ fetch: Fetch<Root>, for pattern: SearchPattern, snippets style: SnippetStyle = SnippetStyle()
    ) throws -> [SearchResult<Root>] {
        let marks = HighlightMarks()
        let arguments = SearchArguments(pattern, marks, style)
        return try found(fetch, arguments, withPassages: true) { object, search, values in
            let passages = try values.dropFirst().map { try HighlightedText($0, marks) }
            return SearchResult(
                object: object, rank: values[0].real, snippet: passages[0] ?? HighlightedText(pieces: []),
                snippets: Array(passages.dropFirst()), search: search, pattern: pattern)
        }
    }

    /// - Parameter make: gets an object, the search, and what follows the object's columns in its row.
    private func found<Root: ManagedObject, Found>(
        _ fetch: Fetch<Root>, _ arguments: SearchArguments, withPassages: Bool,
        _ make: (Root, SearchDescriptor, [RawValue]) throws -> Found
    ) throws -> [Found] {
        let scope = try beginFetch(of: Root.self)
        guard let search = scope.entity.search else {
            throw StoreError.notSearchable(entity: scope.entity.descriptor.name)
        }
        let prefetch = try Prefetch(fetch.prefetch, from: scope.entity, in: coordinator.model)
        var query = fetch.query(of: scope.entity)
        // What is deleted and not saved is found too, and must not take the place of something else.
        let hidden = changeSet.deletedObjects.count + scope.registry.pendingDeletions.count
        query.limit = fetch.limit.flatMap { limit in
            let (rows, isTooLarge) = max(limit, 0).addingReportingOverflow(max(fetch.offset, 0))
            return isTooLarge || rows > .max - hidden ? nil : rows + hidden
        }
        let resolved = try ResolvedFetch(query, in: coordinator.model.fetchLayout)
        if arguments.pattern.isEmpty { return [] }

        let columns = scope.entity.selectedColumns
        let select = search.statement.rows(of: resolved, columns, withPassages: withPassages)
        let values = try arguments.values(for: select)
        var all = [(object: ManagedObject, found: Found)]()
        try rows(in: scope, sql: select.sql, for: .search) {
            try $0.bind(values.map(SelectStatement.Binding.value))
        } _: { object, statement in
            let others = (columns.count..<Int(statement.columnCount)).map { statement.value(at: Int32($0)) }
            // All are of the class: its store made them.
            all.append((object, try make(unsafeDowncast(object, to: Root.self), search, others)))
        }
        let present = all.filter { !$0.object.isRemoved }
            .dropFirst(max(fetch.offset, 0)).prefix(max(fetch.limit ?? .max, 0))
        try prefetch.load(of: present.map(\.object), in: self)
        return present.map(\.found)
    }

    /// The whole text of a property of an object, with what a search finds in it now; nil where it finds the object no more.
    func highlighted(
        _ property: Int, of object: ManagedObject, _ search: SearchDescriptor, for pattern: SearchPattern
    ) throws -> HighlightedText? {
        let select = search.statement.highlight(column: property, ofRow: object.key)
        let marks = HighlightMarks()
        let values = try SearchArguments(pattern, marks).values(for: select)
        var text: HighlightedText?
        try query(select.sql, for: .search) { statement in
            try statement.bind(values.map(SelectStatement.Binding.value))
            guard try statement.step() else { return 0 }
            text = try HighlightedText(statement.value(at: 0), marks)
            return 1
        }
        return text
    }
}

extension SearchDescriptor {
    var statement: SearchStatement { SearchStatement(on: table, columnCount: properties.count) }
}

extension SearchArguments {
    fileprivate init(_ pattern: SearchPattern, _ marks: HighlightMarks, _ style: SnippetStyle = SnippetStyle()) {
        self.init(pattern: pattern.text)
        (opening, closing, ellipsis, tokens) = (marks.opening, marks.closing, style.ellipsis, style.tokens)
    }
}
