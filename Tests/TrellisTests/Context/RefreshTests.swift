import AttributeOptionsModel
import Foundation
import OrdersModel
import RelationshipsModel
import Testing
import Trellis

/// Refreshing.
struct RefreshTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let other: ManagedObjectContext
    private let ada: Customer
    private let theirs: Customer

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        other = try file.context()
        ada = Customer(in: context, name: "Ada", info: "old")
        try context.save()
        theirs = try #require(try other.find(Customer.self, ada.objectID))
    }

    @Test func `an object shows what others saved, and is who it was`() throws {
        theirs.info = "theirs"
        try other.save()
        #expect(ada.info == "old")
        try context.refresh(ada)
        #expect(ada.info == "theirs" && !ada.hasChanges)
        ada.info = "mine"
        try context.save()
        #expect(try file.rows("SELECT info, _version FROM customer") == [["mine", "3"]])
    }

    @Test func `with true an object keeps its edits, and the next save writes them alone`() throws {
        theirs.info = "theirs"
        theirs.name = "Theirs"
        try other.save()
        ada.info = "mine"
        try context.refresh(ada, mergeChanges: true)
        #expect(ada.info == "mine" && ada.name == "Theirs" && ada.isUpdated)
        try context.save()
        #expect(try file.rows("SELECT name, info, _version FROM customer") == [["Theirs", "mine", "3"]])
    }

    @Test func `with false an object loses its edits, and has nothing to save`() throws {
        theirs.name = "Theirs"
        try other.save()
        ada.info = "mine"
        try context.refresh(ada, mergeChanges: false)
        #expect(ada.info == "old" && ada.name == "Theirs" && !context.hasChanges)
        ada.info = "again"
        #expect(context.updatedObjects == [ada])
        try context.save()
        #expect(try file.rows("SELECT name, info, _version FROM customer") == [["Theirs", "again", "3"]])
    }

    @Test func `relationships are loaded again and keep unsaved changes`() throws {
        let first = Order(in: context, customer: ada)
        try context.save()
        #expect(Set(ada.orders) == [first])
        let new = Order(in: context, customer: ada)
        Order(in: other, customer: theirs)
        try other.save()
        #expect(ada.orders.count == 2)
        try context.refresh(ada)
        #expect(ada.orders.count == 3 && ada.orders.contains(new) && ada.orders.contains(first))
        try context.save()
        #expect(try file.column("SELECT COUNT(*) FROM \"order\" WHERE customer_id = 1") == ["3"])
    }

    @Test func `a key that others changed moves the object, in what is loaded of both owners too`() throws {
        let grace = Customer(in: context, name: "Grace")
        let order = Order(in: context, customer: ada)
        try context.save()
        #expect(ada.orders.count == 1 && grace.orders.isEmpty)
        let moved = try #require(try other.find(Order.self, order.objectID))
        moved.customer = try other.find(Customer.self, grace.objectID)
        try other.save()
        try context.refresh(order)
        #expect(order.customer == grace && ada.orders.isEmpty && Array(grace.orders) == [order])
    }

    @Test func `an edited key stays with true and goes with false, at both ends`() throws {
        let grace = Customer(in: context, name: "Grace")
        let order = Order(in: context, customer: ada)
        try context.save()
        #expect(ada.orders.count == 1 && grace.orders.isEmpty)
        order.customer = grace
        try context.refresh(order, mergeChanges: true)
        #expect(order.customer == grace && ada.orders.isEmpty && Array(grace.orders) == [order])
        let new = Customer(in: context, name: "new")
        order.customer = new
        try context.refresh(order, mergeChanges: true)
        #expect(order.customer == new && Array(new.orders) == [order])
        try context.refresh(order, mergeChanges: false)
        #expect(order.customer == ada && Array(ada.orders) == [order] && grace.orders.isEmpty && new.orders.isEmpty)
    }

    @Test func `an object whose row is gone is deleted, unless it has edits to lose`() throws {
        let order = Order(in: context, customer: ada)
        let kept = Order(in: context, customer: ada)
        try context.save()
        #expect(ada.orders.count == 2)
        try file.execute("DELETE FROM \"order\"")
        kept.paid = true
        try context.refreshAll()
        #expect(order.isDeleted && !kept.isDeleted)
        #expect(Array(ada.orders) == [kept])
        let error = #expect(throws: ConflictError.self) { try context.save() }
        #expect(error?.conflicts.map(\.kind) == [.deleted])
        try context.refresh(kept, mergeChanges: false)
        #expect(kept.isDeleted && ada.orders.isEmpty && !context.hasChanges)
        #expect(try context.find(Order.self, kept.objectID) == nil)
    }

    @Test func `all objects are read again, and new and deleted ones stay so`() throws {
        let orders = (0..<3).map { _ in Order(in: context, customer: ada) }
        try context.save()
        try file.execute("UPDATE \"order\" SET paid = 1, _version = 2; UPDATE customer SET info = 'theirs', _version = 2")
        let new = Order(in: context)
        try context.delete(orders[0])
        orders[1].made = true
        try context.refreshAll()
        #expect(orders[1].paid && orders[1].made && orders[2].paid && ada.info == "theirs")
        #expect(new.isInserted && orders[0].isDeleted && context.deletedObjects == [orders[0]])
        try context.refreshAll(mergeChanges: false)
        #expect(orders[1].paid && !orders[1].made)
        #expect(new.isInserted && orders[0].isDeleted && context.updatedObjects.isEmpty)
    }

    @Test func `an edit that cannot be stored leaves the object as it is, for the save to tell`() throws {
        let order = Order(in: context)
        let row = OrderRow(in: context, sum: 1, order: order)
        try context.save()
        try file.execute("UPDATE order_row SET sum = 500, _version = 2")
        row.sum = .nan
        try context.refresh(row)
        #expect(row.sum.isNaN)
        #expect(throws: ObjectValidationError.self) { try context.save() }
        try context.refresh(row, mergeChanges: false)
        #expect(row.sum == 5)
    }

    @Test func `lazy attributes are loaded again, and their edits stay`() throws {
        let file = try StoreFile(of: AttributeOptions.self)
        let context = try file.context()
        let photo = Photo(in: context, title: "photo", image: Data([1]), rating: 1)
        try context.save()
        let fresh = try context.container.makeContext()
        let read = try #require(try fresh.find(Photo.self, photo.objectID))
        #expect(read.image == Data([1]))
        try file.execute("UPDATE photo SET title = 'theirs', image = x'07', _version = 2")
        try fresh.refresh(read)
        #expect(read.title == "theirs" && read.image == Data([7]))
        photo.image = Data([3])
        try context.refresh(photo)
        #expect(photo.title == "theirs" && photo.image == Data([3]))
        try context.save()
        #expect(try file.rows("SELECT title, hex(image) FROM photo") == [["theirs", "03"]])
    }

    @Test func `connections and orders are read again, and unsaved ones stay or are discarded as requested`() throws {
        let (file, context) = try StoreFile.withContext()
        let post = Post(in: context, title: "post")
        let tags = ["a", "b", "c", "d"].map { Tag(in: context, name: $0) }
        post.tags.replace(with: tags.prefix(2))
        try context.save()
        #expect(Array(tags[3].posts) == [])
        try file.execute("INSERT INTO post_tags (post_id, tag_id, tag_position) VALUES (1, 3, 99999999999999)")
        post.tags.append(tags[3])
        post.tags.remove(tags[0])
        #expect(Array(post.tags) == [tags[1], tags[3]])
        try context.refresh(post)
        #expect(Array(post.tags) == [tags[1], tags[2], tags[3]])
        #expect(Array(tags[3].posts) == [post])
        try context.refresh(post, mergeChanges: false)
        #expect(Array(post.tags) == [tags[0], tags[1], tags[2]])
        #expect(Array(tags[3].posts) == [] && Array(tags[0].posts) == [post])
        #expect(!context.hasChanges)
    }

    @Test func `an order that was given and not saved outlives a refresh, around what others added`() throws {
        let (file, context) = try StoreFile.withContext()
        let album = Album(in: context, title: "album")
        for title in ["a", "b", "c"] { Track(in: context, title: title, album: album) }
        try context.save()
        album.tracks.move(from: 0, to: 2)
        try file.execute("INSERT INTO track (title, album_id) VALUES ('d', 1)")
        try context.refresh(album)
        #expect(album.tracks.map(\.title) == ["b", "c", "a", "d"])
        try context.save()
        let other = try file.context()
        #expect(try other.fetchAll(Album.self).first?.tracks.map(\.title) == ["b", "c", "a", "d"])
    }

    @Test func `discarding one end of a marriage discards the other`() throws {
        let (file, context) = try StoreFile.withContext()
        let people = try Person.people("a", "b", "c", in: context)
        people[0].spouse = people[1]
        try context.save()
        people[0].spouse = people[2]
        try context.refresh(people[0], mergeChanges: false)
        #expect(people[0].spouse == people[1] && people[1].spouse == people[0] && people[2].spouse == nil)
        try context.save()
        #expect(try file.column("SELECT spouse_id FROM person ORDER BY _id") == ["2", "1", "NULL"])
    }

    @Test func `an object of another context is refused`() throws {
        #expect(throws: StoreError.notInContext(theirs.objectID)) { try context.refresh(theirs) }
    }

    @Test func `objects that only held each other are released`() throws {
        weak var order: Order?
        weak var row: OrderRow?
        do {
            let made = Order(in: context, customer: ada)
            let held = OrderRow(in: context, sum: 1, order: made)
            try context.save()
            #expect(Array(made.rows) == [held] && held.order == made && ada.orders.count == 1)
            (order, row) = (made, held)
        }
        try context.refreshAll()
        #expect(order == nil && row == nil)
        #expect(context.registeredObjects == [ada])
        #expect(ada.orders.first?.rows.count == 1)
    }
}
