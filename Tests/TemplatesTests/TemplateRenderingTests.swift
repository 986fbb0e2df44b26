import Templates
import Testing

/// Rendering templates.
struct TemplateRenderingTests {
    private let album = Album(note: "1971", isLive: true, tracks: [Track(name: "All I Want"), Track(name: "Carey", note: "<&>")])

    @Test("Text is plain: nothing in it is escaped, and tags in it are no tags")
    func plain() throws {
        let text = "{{title}} & < > \" ' {{{x}}} {{> y}}"
        for tag in ["{{title}}", "{{{title}}}", "{{&title}}", "{{ title }}"] {
            #expect(try rendered(tag, Album(title: text)) == text)
        }
    }

    @Test("A list's section is rendered for each of its members, and its inverted section without members")
    func lists() throws {
        let template = "{{#tracks}}[{{name}}]{{/tracks}}{{^tracks}}none{{/tracks}}{{#hasTracks}}!{{/hasTracks}}"
        #expect(try rendered(template, album) == "[All I Want][Carey]!")
        #expect(try rendered(template) == "none")
    }

    @Test("A flag and an optional text decide on their section, and change nothing of what is spoken of")
    func conditions() throws {
        let template =
            "{{#isLive}}live {{title}}{{/isLive}}{{^isLive}}studio{{/isLive}} {{#note}}({{note}}){{/note}}{{^note}}-{{/note}}"
        #expect(try rendered(template, album) == "live Blue (1971)")
        #expect(try rendered(template) == "studio -")
        #expect(try rendered(template, Album(note: "")) == "studio -")
        #expect(try rendered("{{isLive}} {{note}}|", album) == "true 1971|")
        #expect(try rendered("{{isLive}} {{note}}|") == "false |")
    }

    @Test("Members know whether they are the first or the last, for commas")
    func commas() throws {
        let template = "{{#tracks}}{{#isFirst}}: {{/isFirst}}{{name}}{{^isLast}}, {{/isLast}}{{/tracks}}"
        #expect(try rendered(template, album) == ": All I Want, Carey")
        #expect(try rendered("{{#tracks}}{{^track.isFirst}}{{track.isLast}}{{/track.isFirst}}{{/tracks}}", album) == "true")
    }

    @Test("A name means the innermost thing that has it; the kind of an outer one before a dot means that")
    func scopes() throws {
        let template = "{{#tracks}}{{title}}/{{note}}/{{album.note}}/{{track.note}} {{/tracks}}"
        #expect(try rendered(template, album) == "Blue//1971/ Blue/<&>/1971/<&> ")
        let parts = Album(tracks: [Track(name: "Suite", parts: [Track(name: "I"), Track(name: "II", parts: [Track(name: "a")])])])
        #expect(
            try rendered("{{#tracks}}{{#parts}}{{name}}{{#parts}}{{name}}{{/parts}} {{/parts}}{{/tracks}}", parts) == "I IIa ")
    }

    @Test("A line that holds one tag of a section or a comment is no line of the result")
    func ownLines() throws {
        let template =
            "a\n{{#tracks}}\n  {{name}}\n{{/tracks}}\n  {{! words\n of two lines }}  \nz\n{{#isLive}}\nlive\n{{/isLive}}"
        #expect(try rendered(template, album) == "a\n  All I Want\n  Carey\nz\nlive\n")
        #expect(try rendered("a\r\n{{#isLive}}\r\nb\r\n{{/isLive}}\r\nc", album) == "a\r\nb\r\nc")
        #expect(try rendered("{{#isLive}}x{{/isLive}}\n {{title}} \n", album) == "x\n Blue \n")
        #expect(try rendered("a {{! b }}\nc") == "a \nc")
    }

    @Test("A text can be written on one line, as a string of JSON, without Markdown's markup, or in lower case")
    func forms() throws {
        let album = Album(title: "A\n\"b\"  *c* | d\u{1}\\", note: " <x> ")
        #expect(try rendered("{{title.line}}", album) == "A \"b\" *c* | d\u{1}\\")
        #expect(try rendered("{{title.json}}", album) == #""A\n\"b\"  *c* | d\u0001\\""#)
        #expect(
            try rendered("{{title.markdown}} {{album.note.markdown}}", album) == #"A "b" \*c\* \| d"# + "\u{1}" + #"\\ \<x\>"#)
        for (text, expected) in [("- a", #"\- a"#), ("+ b", #"\+ b"#), ("12. c", #"12\. c"#), ("3) d", #"3\) d"#), ("1.5 -3", "1.5 -3"), ("-3", "-3")] {
            #expect(try rendered("{{title.markdown}}", Album(title: text)) == expected)
        }
        #expect(try rendered("{{title.markdown}}", Album(title: "`_[]>&#~")) == ##"\`\_\[\]\>\&\#\~"##)
        // Below a line they would make a heading of it.
        for text in ["=", "===", "---"] { #expect(try rendered("{{title.markdown}}", Album(title: text)) == "\\" + text) }
        #expect(try rendered("{{title.lower}}", Album(title: "BLÅ")) == "blå")
    }

    @Test("Braces that are no tags stay, and so does everything else")
    func braces() throws {
        for text in ["{ x { y } } {\n", "", "\n\n", "é\u{301}👍🏽\r\n\t }}", "a{\n"] { #expect(try rendered(text) == text) }
        #expect(try rendered("\u{FEFF}{{title}}") == "Blue")
    }

    @Test("A brace as the very last character is one that Mustache cannot read, which is told at its place")
    func lastBrace() throws {
        let error = #expect(throws: ShellError.self) { try rendered("a\nb {") }
        #expect(error?.findings.map(\.code.name) == ["TR1703"])
        #expect(error?.findings.first?.span.start.line == 2)
    }

    @Test("A template says whether it has the value of a fact, outside of lists")
    func mentions() throws {
        func mentions(_ text: String) throws -> Bool {
            try Template(TemplateSource(path: "t", text: text), about: [TemplateScope(Album.self)]).mentions("note")
        }
        #expect(
            try mentions("{{#isLive}}{{note}}{{/isLive}}") && mentions("{{#tracks}}{{album.note}}{{/tracks}}")
                && mentions("{{note.line}}"))
        #expect(
            try !mentions("{{#note}}x{{/note}}{{title}}") && !mentions("{{! note }}note")
                && !mentions("{{#tracks}}{{note}}{{/tracks}}") && !mentions("{{note.lower}}{{note.json}}"))
    }
}
