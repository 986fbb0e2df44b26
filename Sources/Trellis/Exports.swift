// Generated code imports Trellis alone, also where the user's package asks for an import beside every member's use: the
// condition and sort types of fetches, and the scaled decimals of defaults, are part of this library's face.
@_exported public import Predicates
// The plans that generated code brings, what is heard of them while they are applied, and what stops them.
@_exported public import StoreMigration
