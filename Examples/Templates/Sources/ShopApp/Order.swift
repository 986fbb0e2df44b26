// Order.swift
// Begun by Trellis for the entity Order of Shop.yaml, and yours: no run writes it again.

import Trellis

/// What `Order` has beyond its model.
extension Order {
}
