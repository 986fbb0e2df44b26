// Generated code imports Trellis alone, also where the user's package asks for an import beside every member's use: the
// condition and sort types of fetches, and the scaled decimals of defaults, are part of this library's face.
@_exported public import Predicates
