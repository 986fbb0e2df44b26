import Diagnostics
import SchemaSyntax

extension Workspace {
    /// The name at a position, with the model that it belongs to.
    mutating func name(
        at position: TextPosition, in path: String, _ need: Need = .names
    ) -> (occurrence: Occurrence, project: Project)? {
        guard let (file, project) = currentFile(at: path, need) else { return nil }
        let offset = file.document.offset(of: position)
        return project.index.occurrence(at: offset, inFile: path).map { ($0, project) }
    }

    /// A file of a model, if its names are those of its present text; nil while the text is no YAML.
    mutating func currentFile(at path: String, _ need: Need = .names) -> (file: SourceFile, project: Project)? {
        guard let document = document(at: path), let project = project(of: path, need), let file = project.file(at: path),
            file.document.bytes == document.bytes
        else { return nil }
        return (file, project)
    }

    /// The declaration of the name at a position; of a path in `include` the file.
    package mutating func definition(at position: TextPosition, in path: String) -> Location? {
        if let (occurrence, project) = name(at: position, in: path) {
            return project.index.declaration(of: occurrence.symbol).flatMap { location(of: $0, in: project) }
        }
        return includedFile(at: position, in: path).map { Location(uri: FileURI.uri(of: $0), range: TextRange(at: .init(line: 0, character: 0))) }
    }

    private func includedFile(at position: TextPosition, in path: String) -> String? {
        guard let document = document(at: path), let root = YAMLParser.parse(document.bytes, file: path).root,
            let include = root.entries?.first(where: { $0.key == "include" })?.value
        else { return nil }
        for item in include.items ?? [include] where document.range(of: item.span).contains(position) {
            guard let name = item.text else { continue }
            let target = FilePath.joined(FilePath.folder(of: path), name)
            return exists(target) ? target : nil
        }
        return nil
    }

    /// The places of the name at a position, in all files of the model.
    package mutating func references(at position: TextPosition, in path: String, includingDeclaration: Bool) -> [Location] {
        guard let (occurrence, project) = name(at: position, in: path) else { return [] }
        return (project.index.occurrences[occurrence.symbol] ?? []).filter { includingDeclaration || !$0.isDeclaration }
            .compactMap { location(of: $0, in: project) }
    }

    /// A place of a name in the document of a position.
    package struct Highlight: Codable, Hashable, Sendable {
        package var range: TextRange
        /// 2 for a use, 3 for the declaration.
        package var kind: Int
    }

    package mutating func highlights(at position: TextPosition, in path: String) -> [Highlight] {
        guard let (occurrence, project) = name(at: position, in: path), let document = project.file(at: path)?.document else { return [] }
        return (project.index.occurrences[occurrence.symbol] ?? []).filter { $0.file == path }.map {
            Highlight(range: document.range(of: $0.offsets), kind: $0.isDeclaration ? 3 : 2)
        }
    }

    func location(of occurrence: Occurrence, in project: Project) -> Location? {
        project.file(at: occurrence.file).map {
            Location(uri: FileURI.uri(of: occurrence.file), range: $0.document.range(of: occurrence.offsets))
        }
    }
}
