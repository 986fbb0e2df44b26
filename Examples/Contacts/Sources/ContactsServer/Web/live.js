// Keeps the list current: applies each change that the server reports, at the places that it names.
"use strict"

const list = document.getElementById("list")
const status = document.getElementById("status")
const connection = document.getElementById("connection")
let source

function follow() {
  source?.close()
  source = new EventSource("/events?after=" + encodeURIComponent(list.dataset.position))
  source.onopen = () => show("live", "Live")
  source.onmessage = event => {
    try {
      apply(JSON.parse(event.data))
      list.dataset.position = event.lastEventId
    } catch (error) {
      console.error(error)
      loadAgain()
    }
  }
  // The server does not know the position, for example because it was started again.
  source.addEventListener("outdated", loadAgain)
  source.onerror = () => {
    show("lost", "No connection. Trying again …")
    // The browser tries again by itself, unless the server answered and refused.
    if (source.readyState === EventSource.CLOSED) setTimeout(loadAgain, 1000)
  }
}

async function loadAgain() {
  source.close()
  try {
    const page = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html")
    const fresh = page.getElementById("list")
    keepingFocus(() => list.replaceChildren(...fresh.children))
    list.dataset.position = fresh.dataset.position
    follow()
  } catch {
    show("lost", "No connection. Trying again …")
    setTimeout(loadAgain, 1000)
  }
}

// Old places count before the change, new ones after it. So everything that leaves its place is taken out first, and then what
// comes is put in, from the first place to the last.
function apply(change) {
  keepingFocus(() => {
    const removed = change.deletedRows.map(rowAt)
    const moved = change.movedRows.map(move => ({ at: move.to, row: rowAt(move.from) }))
    const sections = change.deletedSections.map(index => list.children[index])
    const names = { Removed: removed.map(name) }

    for (const element of [...removed, ...moved.map(move => move.row), ...sections]) element.remove()
    for (const section of change.insertedSections) insert(element(section.html), list, section.index)
    const inserted = change.insertedRows.map(row => ({ at: row.at, row: element(row.html) }))
    const placed = [...inserted, ...moved].sort((one, other) => one.at[0] - other.at[0] || one.at[1] - other.at[1])
    for (const { at, row } of placed) insert(row, rowsOf(at[0]), at[1])
    for (const { at, html } of change.updatedRows) rowAt(at).replaceWith(element(html))

    names.Added = change.insertedRows.map(row => name(rowAt(row.at)))
    names.Changed = [...new Set([...change.movedRows.map(move => move.to), ...change.updatedRows.map(row => row.at)].map(String))]
      .map(place => name(rowAt(place.split(","))))
    for (const place of [...placed, ...change.updatedRows]) rowAt(place.at).classList.add("fresh")
    announce(names)
  })
}

// MARK: Rows

const rowsOf = section => list.children[section].querySelector("ul")
const rowAt = ([section, row]) => rowsOf(section).children[row]
const name = row => row.querySelector(".person").textContent.trim()

function element(html) {
  const template = document.createElement("template")
  template.innerHTML = html
  return template.content.firstElementChild
}

function insert(element, parent, index) {
  parent.insertBefore(element, parent.children[index] ?? null)
}

// MARK: The reader

// An element that moves or is replaced loses the focus: its successor gets it.
function keepingFocus(change) {
  const focused = list.contains(document.activeElement) ? document.activeElement : null
  const row = focused?.closest("li")?.id
  const kind = focused?.className
  change()
  if (!focused || document.activeElement === focused) return
  const successor = row && document.getElementById(row)?.getElementsByClassName(kind)[0]
  const place = successor ?? list
  place.focus({ preventScroll: true })
}

function announce(names) {
  const parts = Object.entries(names).filter(([, people]) => people.length > 0)
  status.textContent = parts.map(([verb, people]) => verb + ": " + people.join(", ") + ".").join(" ")
}

function show(state, text) {
  connection.dataset.state = state
  if (connection.textContent !== text) connection.textContent = text
}

// A page that the browser kept while another one was open has missed events.
addEventListener("pageshow", event => { if (event.persisted) loadAgain() })
follow()
