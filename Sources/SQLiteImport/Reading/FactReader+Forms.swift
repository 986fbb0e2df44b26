import SQLiteAccess

/// Which forms the values of a column have. A form counts only if every value has it, and if the new values give each old one back.
extension FactReader {
    /// Tries forms on the first values of each column, and those that may fit on all.
    func tryForms(_ table: inout ExistingTable) throws {
        for place in table.columns.indices {
            let column = table.columns[place]
            let forms = FormHints(column).candidates(column.facts)
            let trial = FormTrial(column, of: table)
            var (fitting, notes) = ([ValueForm](), [column.facts.note].compactMap { $0 })
            let sample = try counts(of: forms, trial.first)
            let likely = zip(forms, sample.fitting).filter { 2 * $0.1 >= sample.all && $0.1 > 0 }.map(\.0)
            let whole = likely.isEmpty ? (all: 0, fitting: []) : try counts(of: likely, trial.all)
            for (form, count) in zip(likely, whole.fitting) {
                let type = form.type[0].value
                guard count == whole.all else {
                    let other = try connection.rows("SELECT quote(min(origin.value)) FROM \(trial.all) WHERE \(form.expression(trial.x)) IS NULL").first?[0] ?? ""
                    if 2 * count >= whole.all { notes.append("and not \(type): \(count) of \(whole.all) values fit, and \(other) does not") }
                    continue
                }
                if let lost = try lostJSON(form, trial) {
                    notes.append(lost)
                    break
                }
                let (text, refusal) = try judgement(of: form, column, of: table, trial)
                if let refusal {
                    notes.append("and not \(type), though \(count == 1 ? "the only value" : "each of \(count) values") \(form.evidence): \(refusal)")
                    continue
                }
                table.columns[place].facts.spelling = text
                fitting.append(form)
                break
            }
            if fitting.isEmpty, notes.isEmpty, try isOtherJSON(column, trial) {
                notes.append("JSON of other shapes than lists and objects of texts or integers. 'type: json' with a Swift type of yours reads it, and writes it otherwise")
            }
            table.columns[place].facts.forms = fitting
            table.columns[place].facts.note = fitting.isEmpty ? notes.first : nil
        }
    }

    private func counts(of forms: [ValueForm], _ rows: String) throws -> (all: Int64, fitting: [Int64]) {
        guard !forms.isEmpty else { return (0, []) }
        let figures = try numbers("SELECT count(*), \(forms.map { "count(\($0.expression("origin.value")))" }.joined(separator: ", ")) FROM \(rows)")
        return ((figures.first ?? 0) ?? 0, figures.dropFirst().map { $0 ?? 0 })
    }

    // MARK: Back to the old values

    /// How all values are written, where they can be written in several ways, and why the new values would not give each old one back;
    /// nil if they do.
    private func judgement(of form: ValueForm, _ column: ExistingColumn, of table: ExistingTable, _ trial: FormTrial) throws -> (spelling: String?, refusal: String?) {
        // An empty text becomes nil, which is NULL.
        if column.facts.emptyTexts > 0, column.facts.hasNulls { return (nil, "empty texts and NULL would become one") }
        guard form != .instant, form != .uuid else {
            let (text, reason) = try spelling(of: form, trial)
            return (text, text == nil ? reason : nil)
        }
        let reason = try refusal(of: form, column, trial)
        return (form == .textBool && reason == nil ? try words(trial) : nil, reason)
    }

    /// The word for true and that for false.
    private func words(_ trial: FormTrial) throws -> String {
        let form = ValueForm.textBool.expression(trial.x)
        let words = [1, 0].map { "min(CASE WHEN \(form) = \($0) THEN \(trial.x) END)" }
        let found = try connection.rows("SELECT \(words.joined(separator: ", ")) FROM \(trial.all)").first ?? []
        return found.compactMap { $0.map { "'\($0)'" } }.joined(separator: " and ")
    }

    private func refusal(of form: ValueForm, _ column: ExistingColumn, _ trial: FormTrial) throws -> String? {
        let facts = column.facts
        switch form {
        case .textBool:
            let count = try numbers("SELECT count(DISTINCT origin.value COLLATE BINARY) - count(DISTINCT \(form.expression(trial.x))) FROM \(trial.all)")
            return count.first == 0 ? nil : "one of both has several words"
        case .unixSeconds:
            // Columns of numbers make one type of both.
            if facts.integers > 0, facts.reals > 0, column.affinity == .blob || column.affinity == .text { return "integers and numbers with decimals would become one type" }
            let lost = try numbers("SELECT count(*) FROM \(trial.all) WHERE \(form.expression(trial.x)) + 978307200.0 <> \(trial.x)")
            return lost.first == 0 ? nil : "a fraction has more digits than a number of seconds keeps"
        // These are exact for each value that they take.
        case .unixMilliseconds, .decimal: return nil
        // These are copied as they are.
        case .numericBool, .day, .url, .textList, .integerList, .textMap: return nil
        case .instant, .uuid: return nil
        }
    }

    /// The spelling of all texts, or the reason why they have none.
    private func spelling(of form: ValueForm, _ trial: FormTrial) throws -> (text: String?, reason: String) {
        let function = form == .uuid ? ImportFunctions.uuidSpelling : ImportFunctions.instantSpelling
        let list = try connection.rows("SELECT \(function)(origin.value) FROM \(trial.all)").first?[0] ?? ""
        let lines = list.split(separator: "\u{1E}").map { $0.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init) }.filter { $0.count == 2 }
        if let lost = lines.first(where: { $0[0].isEmpty }) { return (nil, "'\(lost[1])' could not be written again as it is") }
        let codes = lines.map { $0[0] }
        let unified = lines.count == SpellingList<String>.most ? nil : form == .uuid ? UUIDSpelling.unified(codes) : InstantSpelling.unified(codes)
        return (unified, "texts are written in different ways, such as '\(lines.first?[1] ?? "")' and '\(lines.last?[1] ?? "")'")
    }

    // MARK: JSON

    /// How many values of JSON a property would write with other bytes: its blanks, escapes, and keys in another order or twice.
    private func lostJSON(_ form: ValueForm, _ trial: FormTrial) throws -> String? {
        guard let type = form.jsonType else { return nil }
        // With a limit, SQLite calls the function once for each row.
        let rows = try connection.rows(
            """
            SELECT count(*), count(lost), min(lost)
            FROM (SELECT iif(\(ImportFunctions.keepsJSON)(origin.value, \(SQL.literal(type))), NULL, origin.value) AS lost FROM \(trial.all) LIMIT -1)
            """)
        guard let row = rows.first, let lost = row[1], lost != "0" else { return nil }
        return "which looks like JSON: \(lost) of \(row[0] ?? "") values would be written otherwise, such as '\(row[2] ?? "")'"
    }

    /// SQLite takes a column that is declared JSON for one of numbers. It keeps texts that look like none.
    func readDocuments(_ table: inout ExistingTable) throws {
        for place in table.columns.indices {
            let column = table.columns[place]
            guard ColumnAffinity.isOfDocuments(declared: column.declaredType), column.facts.values == column.facts.texts else { continue }
            table.columns[place].facts.areDocuments = try column.facts.values == 0 || areDocuments(FormTrial(column, of: table), atLeast: column.facts.values)
        }
    }

    private func isOtherJSON(_ column: ExistingColumn, _ trial: FormTrial) throws -> Bool {
        guard column.facts.texts > 0, column.facts.texts == column.facts.values else { return false }
        return try areDocuments(trial, atLeast: 1)
    }

    /// Whether all values are objects or arrays of JSON.
    private func areDocuments(_ trial: FormTrial, atLeast count: Int64) throws -> Bool {
        let isJSON = "CASE WHEN json_valid(origin.value) THEN json_type(origin.value) IN ('array', 'object') END"
        for rows in [trial.first, trial.all] {
            let figures = try numbers("SELECT count(*), ifnull(sum(\(isJSON)), 0) FROM \(rows)")
            guard figures.count == 2, let all = figures[0], figures[1] == all else { return false }
            if rows == trial.all { return all >= count }
        }
        return true
    }
}

/// The values of a column on which forms are tried.
private struct FormTrial {
    /// With its table, because functions that give rows have columns of their own. SQLite gives no result the name of a Boolean.
    let x = "origin.value"
    /// All values but empty texts, as SQL after FROM.
    let all: String
    let first: String

    init(_ column: ExistingColumn, of table: ExistingTable) {
        let name = SQL.identifier(column.name)
        let selection = "SELECT \(name) AS value FROM \(SourceDatabase.sql(table.name)) WHERE \(name) IS NOT NULL AND NOT (\(FactReader.isEmptyText(name)))"
        (all, first) = ("(\(selection)) AS origin", "(\(selection) LIMIT 50) AS origin")
    }
}
