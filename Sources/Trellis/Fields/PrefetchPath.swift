/// A path of relationships that a fetch can load along with its objects.
public protocol PrefetchPath: Sendable {
    var _prefetchPath: [String] { get }
}

extension EntityFields {
    public var _prefetchPath: [String] { _path.names }
}

extension OptionalFields: PrefetchPath where Fields: EntityFields {
    public var _prefetchPath: [String] { _path.names }
}

extension ToManyFields: PrefetchPath {
    public var _prefetchPath: [String] { _path.names }

    /// For prefetching: a relationship of each member, `$0.rows.each { $0.service }`.
    public func each(_ path: (Members) -> some PrefetchPath) -> MemberPath {
        MemberPath(_prefetchPath: _path.names + path(Members(_path: FieldPath()))._prefetchPath)
    }
}

/// A path of relationships that leads through the members of a to-many.
public struct MemberPath: PrefetchPath {
    public let _prefetchPath: [String]
}

extension Fetch {
    /// The fetch that loads relationships along with its objects, in addition to those that it loads already. Each is named by its path,
    /// such as `"rows.service"`.
    public func prefetching(_ paths: String...) -> Fetch {
        var fetch = self
        fetch.prefetch += paths
        return fetch
    }
}

extension Fetch where Root: Fetchable {
    /// The fetch that loads relationships along with its objects, in addition to those that it loads already:
    /// `.prefetching { ($0.customer, $0.rows.each { $0.service }) }`.
    public func prefetching<each Path: PrefetchPath>(_ choose: (Root.Fields) -> (repeat each Path)) -> Fetch {
        adding(repeat each choose(Root.Fields(_path: FieldPath())))
    }
}

extension Fetch where Root: FetchableHierarchy {
    /// The fetch that loads relationships along with its objects, in addition to those that it loads already:
    /// `.prefetching { ($0.home, $0.badges) }`.
    public func prefetching<each Path: PrefetchPath>(_ choose: (HierarchyFields<Root>) -> (repeat each Path)) -> Fetch {
        adding(repeat each choose(HierarchyFields(_path: FieldPath())))
    }
}

extension Fetch {
    private func adding<each Path: PrefetchPath>(_ paths: repeat each Path) -> Fetch {
        var fetch = self
        for path in repeat each paths { fetch.prefetch.append(path._prefetchPath.joined(separator: ".")) }
        return fetch
    }
}
