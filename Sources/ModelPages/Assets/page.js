"use strict";
// The search by keyboard, and the zoom of the diagram. Without this script the page has all the rest.
(() => {
  const form = document.querySelector(".search"), input = form.querySelector("input"), list = form.querySelector("ul");
  const own = () => Array.from(document.querySelectorAll("main [id]"), (part) => part.id).filter((id) => id[0] !== "-").map((id) => [id]);
  let index = null, chosen = -1;
  form.hidden = false;

  // Names that begin with the words come first, then names whose last part does, then the shorter ones.
  const rank = (name, words) => {
    const place = name.indexOf(words);
    if (place < 0) return -1;
    const last = name.lastIndexOf(".") + 1;
    return (name === words ? 0 : place === 0 ? 1 : name.startsWith(words, last) ? 2 : 3) * 1000 + Math.min(name.length, 999);
  };
  // The names are collected before the first word is typed.
  const names = () => index ??= (window.trellisIndex ?? own()).map(([name, address]) => [name, address, name.toLowerCase()]);
  const search = () => {
    const words = input.value.trim().toLowerCase(), found = [];
    if (words) for (const entry of names()) {
      const place = rank(entry[2], words);
      if (place >= 0) found.push([place, entry]);
    }
    found.sort((one, two) => one[0] - two[0]);
    list.replaceChildren(...found.slice(0, 40).map(([, [name, address]], place) => {
      const item = document.createElement("li");
      item.id = "-result-" + place;
      item.setAttribute("role", "option");
      item.dataset.address = address ?? "#" + encodeURIComponent(name);
      item.textContent = name;
      return item;
    }));
    if (words && !found.length) {
      const item = document.createElement("li");
      item.setAttribute("role", "option");
      item.setAttribute("aria-disabled", "true");
      item.textContent = "Nothing has this name";
      list.append(item);
    }
    choose(found.length ? 0 : -1);
    show(words !== "");
    // Not at once: that would lay the whole page out before the results are seen.
    requestAnimationFrame(() => { list.scrollTop = 0; });
  };
  const show = (isShown) => {
    list.hidden = !isShown;
    input.setAttribute("aria-expanded", String(isShown));
  };
  const choose = (place) => {
    chosen = place;
    [...list.children].forEach((item, other) => item.setAttribute("aria-selected", String(other === place)));
    const item = list.children[place];
    if (item) {
      input.setAttribute("aria-activedescendant", item.id);
    } else input.removeAttribute("aria-activedescendant");
  };
  const reveal = (place) => {
    choose(place);
    list.children[place].scrollIntoView({ block: "nearest" });
  };
  const open = (item) => {
    if (!item?.dataset.address) return;
    show(false);
    input.blur();
    location.href = item.dataset.address;
  };
  input.addEventListener("focus", names);
  (window.requestIdleCallback ?? setTimeout)(names);
  input.addEventListener("input", search);
  input.addEventListener("keydown", (event) => {
    const count = list.children.length;
    if (event.key === "ArrowDown" && count) reveal((chosen + 1) % count);
    else if (event.key === "ArrowUp" && count) reveal((chosen + count - 1) % count);
    else if (event.key === "Enter") open(list.children[chosen]);
    else if (event.key === "Escape") { input.value = ""; show(false); input.blur(); }
    else return;
    event.preventDefault();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  list.addEventListener("mousedown", (event) => { event.preventDefault(); open(event.target.closest("li")); });
  input.addEventListener("blur", () => show(false));
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.closest("input,textarea")) return;
    event.preventDefault();
    input.focus();
    input.select();
  });

  // A click on a name puts its address into the address bar.
  document.querySelector("main").addEventListener("click", (event) => {
    const row = event.target.closest("tr[id]");
    if (row && event.target.closest("th") && !event.target.closest("a")) location.hash = encodeURIComponent(row.id);
  });
  // What scrolls can be scrolled by keys.
  const reach = (place) => {
    // All widths are read before anything changes, so that the browser computes them once.
    const wide = [...place.querySelectorAll(".scroll,pre")].filter((part) => part.scrollWidth > part.clientWidth);
    for (const part of wide) part.tabIndex = 0;
  };
  const chapters = document.querySelectorAll(".page");
  if (chapters.length < 200) reach(document);
  else {
    // The widths of a thousand chapters out of sight take minutes.
    const seen = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) { seen.unobserve(entry.target); reach(entry.target); }
    });
    for (const chapter of chapters) seen.observe(chapter);
  }

  // On a small screen the list of contents begins closed.
  if (matchMedia("(max-width:760px)").matches) document.querySelector("nav details").open = false;

  const canvas = document.querySelector(".canvas"), picture = canvas?.querySelector("svg");
  if (!picture) return;
  const [width, height] = [picture.width.baseVal.value, picture.height.baseVal.value];
  const fitting = () => Math.min(1, canvas.clientWidth / width);
  let scale = 1;
  const draw = (next) => {
    // What is in the middle stays there.
    const middle = [(canvas.scrollLeft + canvas.clientWidth / 2) / scale, (canvas.scrollTop + canvas.clientHeight / 2) / scale];
    scale = Math.min(3, Math.max(0.05, next));
    picture.setAttribute("width", width * scale);
    picture.setAttribute("height", height * scale);
    canvas.scrollTo(middle[0] * scale - canvas.clientWidth / 2, middle[1] * scale - canvas.clientHeight / 2);
  };
  const bar = document.createElement("div");
  bar.className = "zoom";
  for (const [title, action] of [["Fit", () => draw(fitting())], ["Smaller", () => draw(scale / 1.3)], ["Larger", () => draw(scale * 1.3)]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = title;
    button.addEventListener("click", action);
    bar.append(button);
  }
  canvas.before(bar);
  // A picture that is far too wide would be unreadable. One of many boxes is an overview first.
  if (fitting() > 0.55 || picture.querySelectorAll(".box").length > 100) draw(fitting());
})();
