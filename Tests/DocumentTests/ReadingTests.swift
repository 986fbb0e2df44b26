import Testing

/// What the tests of pages go by.
struct ReadingTests {
    @Test("Blocks have their language, their lines and the mark above them")
    func blocks() {
        let page = DocumentPage(
            path: "a.md",
            text: """
                Words.

                ```swift
                let a = 1
                ```
                <!-- A part of Tests/x.yaml: the rest is long. -->
                ```yaml
                a: b

                ```
                <!-- Not tried: it is a drawing. -->
                ```
                -->
                ```
                <!-- Tried by Tests/XTests.swift. -->
                ```sh
                make
                """)
        #expect(page.blocks.map(\.language) == ["swift", "yaml", "", "sh"])
        #expect(page.blocks.map(\.line) == [3, 7, 12, 16])
        #expect(page.blocks.map(\.lines) == [["let a = 1"], ["a: b", ""], ["-->"], ["make"]])
        #expect(
            page.blocks.map(\.mark) == [
                nil, .part(file: "Tests/x.yaml", reason: "the rest is long."), .untried(reason: "it is a drawing."),
                .elsewhere(file: "Tests/XTests.swift"),
            ])
    }

    @Test("Lines are found whatever their indentation, and nothing else is")
    func lines() {
        let file = ShownLines(
            of: "func f() {\n    let a = 1     // one\n\n    g(at: .file(path))\n    for x in y { print(x) }\n}\n")
        #expect(file.contains(["let a = 1   // one", "", "g(at: .file(\"a.sqlite\"))"]))
        #expect(file.contains(["for x in y { … }"]) && file.contains(["for … in y { … }"]))
        #expect(!file.contains(["let a = 1"]))
        #expect(!file.contains(["let a = 1 // one", "for x in y { … }"]))
        #expect(!file.contains(["for x in z { … }"]) && !file.contains(["for x in y { print(x) } …"]))
        #expect(!file.contains([]) && !file.contains(["}", "}"]))
    }

    @Test("Calls of the tool are read without comments")
    func toolLines() {
        let block = CodeBlock(
            page: "a.md", line: 1, language: "sh",
            lines: [
                "trellis check --no-cache   looks again", "trellis schema > a.json   # a file", "make", "- run: trellis check",
                "trellis diff 1 2 # two",
            ])
        #expect(block.toolLines == [["check", "--no-cache"], ["schema"], ["check"], ["diff", "1", "2"]])
    }
}
