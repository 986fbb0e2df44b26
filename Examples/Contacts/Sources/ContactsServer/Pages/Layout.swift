/// What all pages share.
func layout(_ title: String, script: HTML? = nil, _ content: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title)</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/style.css">
    \(script)
    </head>
    <body>
    \(content)
    </body>
    </html>

    """
}

/// A page that says one thing.
func notice(_ title: String, _ text: String) -> HTML {
    layout(
        title,
        """
        <header><h1>\(title)</h1></header>
        <main class="card">
        <p>\(text)</p>
        <p><a href="/">Back to the list</a></p>
        </main>
        """)
}
