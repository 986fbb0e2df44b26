import Testing

/// Formatting: comments.
struct FormattingCommentsTests {
    @Test("Comments stay above, beside and at the end of what they stand at")
    func places() throws {
        let formatted = """
            # A model of things.
            # It is small.

            # the format
            trellis: 1  # one
            model: Things
            # all of them
            entities:  # every one
              # a thing
              Thing:  # the first
                # what it has
                attributes:  # two
                  # of a
                  a: int  # an integer

                  # of b
                  # and more
                  b: { type: int, unique: true }  # another
                  # no c: int
                # nothing else
              # between them
              Other:  # the second
                # nothing here
              # no third
            # the end

            """
        try expectFormatted(formatted, formatted)
    }

    @Test("A comment in brackets opens them, and stays at its item")
    func inBrackets() throws {
        try expectAttributes(
            """
            a: { # of a
              type: int, # its type
              # its range
              min: 1, max: 2 # the greatest
              # no default
            } # behind
            b: { type: int, # of type
              # of unique
              unique: true }
            """,
            """
            # of a
            a:  # behind
              type: int  # its type
              # its range
              min: 1
              max: 2  # the greatest
              # no default
            b:
              type: int  # of type
              # of unique
              unique: true
            """)
    }

    @Test("What has a comment is neither left out nor shortened")
    func keepsForms() throws {
        try expectAttributes(
            "a: { type: int, unique: false # not yet\n  }", "a:\n  type: int\n  unique: false  # not yet")
        try expectAttributes(
            "a: { type: int, optional: true # for now\n  }", "a:\n  type: int\n  optional: true  # for now")
        try expectAttributes("a: { # of a\n  # of type\n  type: int }", "a:  # of a\n  # of type\n  type: int")
        try expectFormatted(
            "trellis: 1\nmodel: Things\nentities:\n  Thing: { attributes: { a: int }, fetches: {}, # none\n indexes: [ # one\n a # the a\n ] }\n",
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes:
                  a: int
                indexes:  # one
                  - a  # the a
                fetches: {}  # none

            """)
    }

    @Test("In a list, comments stand above the dash")
    func inLists() throws {
        try expectFormatted(
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes: { a: int, b: int }
                indexes:
                - # first
                  # second
                  on: a # the a
                  where: b == 1
                # of the list
                - [a, # the other a
                   b]
                -   # of b
                    b # behind
                # of fetches
                fetches:
                  all: { sort: a }
            """,
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes:
                  a: int
                  b: int
                indexes:
                  # second
                  # first
                  - on: a  # the a
                    where: b == 1
                  # of the list
                  - - a  # the other a
                    - b
                  # of b
                  - b  # behind
                # of fetches
                fetches:
                  all: { sort: a }

            """)
    }

    @Test("Comments move with the keys that they stand at, and those on top stay there")
    func order() throws {
        try expectFormatted(
            """
            # About the file.

            # the name
            model: Things # its name

            # the entities
            entities:
              Thing:
                # the index
                indexes: [a]
                # the attributes
                attributes:
                  a: int
                # the end
            # the format
            trellis: 1
            """,
            """
            # About the file.

            # the format
            trellis: 1
            # the name
            model: Things  # its name

            # the entities
            entities:
              Thing:
                # the attributes
                attributes:
                  a: int
                # the index
                indexes: [a]
                # the end

            """)
    }

    @Test("A comment between a key and its text stands above or beside the key")
    func beforeTexts() throws {
        try expectAttributes("a: # of a\n  int", "a: int  # of a")
        try expectAttributes("a:\n  # of a\n  int # behind", "# of a\na: int  # behind")
        try expectAttributes("a: # of a\n  int # behind", "# of a\na: int  # behind")
        try expectAttributes("? a # of a\n: # of int\n  int", "# of a\na: int  # of int")
        try expectAttributes(
            "a:\n  doc: | # of the text\n    Text.\n   # behind\n  type: int",
            "a:\n  # behind\n  type: int\n  doc: |  # of the text\n    Text.")
    }

    @Test("A '#' within a text, a name of an anchor or a word begins no comment")
    func noComments() throws {
        try expectAttributes(
            "a: { type: string, default: \"a # b\" }  # c\nb: { type: string, default: a#b }\nc: { type: string, default: '# d' }#e",
            "a: { type: string, default: \"a # b\" }  # c\nb: { type: string, default: a#b }\nc: { type: string, default: \"# d\" }  #e")
    }

    @Test("Indentation says to which end a comment belongs")
    func ends() throws {
        try expectFormatted(
            """
            trellis: 1
            model: Things
            entities:
                Thing:
                    attributes:
                        a: int
                            # deeper than anything
                        # the end of the attributes
                      # between
                    # the end of Thing
                        # does not go back
                Other:
            # the end
              # stays there
            """,
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes:
                  a: int
                  # deeper than anything
                  # the end of the attributes
                # between
                # the end of Thing
                # does not go back
              Other:
            # the end
            # stays there

            """)
    }
}
