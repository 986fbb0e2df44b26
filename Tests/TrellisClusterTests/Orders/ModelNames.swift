import OrdersModel

// The session and the sample data beside this file are those of Examples/Orders, where the classes are in the same module.
typealias Customer = OrdersModel.Customer
typealias Service = OrdersModel.Service
typealias Order = OrdersModel.Order
typealias OrderRow = OrdersModel.OrderRow
