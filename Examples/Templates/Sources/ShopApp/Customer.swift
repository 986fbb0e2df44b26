// Customer.swift
// Begun by Trellis for the entity Customer of Shop.yaml, and yours: no run writes it again.

import Foundation
import Trellis

/// What `Customer` has beyond its model.
extension Customer {
    /// What the orders come to.
    var total: Decimal { orders.reduce(0) { $0 + $1.sum } }
}
