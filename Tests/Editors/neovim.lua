-- What a user of Neovim sees of the language server. The working folder has the model that Scripts/test-editors.sh writes.

local failures = 0

local function check(what, holds, seen)
  if not holds then
    failures = failures + 1
    io.stderr:write("failed: " .. what .. ": " .. vim.inspect(seen) .. "\n")
  end
end

local function ask(method, parameters)
  local answers = vim.lsp.buf_request_sync(0, method, parameters, 20000) or {}
  for _, answer in pairs(answers) do return answer.result, answer.err end
end

-- The position before a text, `offset` characters on.
local function at(text, offset)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local start = line:find(text, 1, true)
    if start then return { textDocument = vim.lsp.util.make_text_document_params(), position = { line = number - 1, character = start - 1 + (offset or 0) } } end
  end
  error("the text '" .. text .. "' is not in the buffer")
end

local function codes()
  local found = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do found[#found + 1] = diagnostic.code or (diagnostic.user_data and diagnostic.user_data.lsp.code) end
  table.sort(found)
  return table.concat(found, " ")
end

local function test()
  vim.cmd("edit Shop.yaml")
  check("the server starts", vim.wait(20000, function() return #vim.lsp.buf_get_clients(0) > 0 end), vim.lsp.get_log_path())
  check("findings appear", vim.wait(20000, function() return codes() == "TR1208" end, 20), codes())

  -- Typing.
  local number = vim.fn.search("name: string")
  vim.api.nvim_buf_set_lines(0, number - 1, number, false, { "      name: strng" })
  check("a mistake is marked", vim.wait(20000, function() return codes():find("TR1104") end, 20), codes())
  vim.api.nvim_buf_set_lines(0, number - 1, number, false, { "      name: string" })
  check("and gone", vim.wait(20000, function() return codes() == "TR1208" end, 20), codes())

  local offered = ask("textDocument/completion", at("to: \"Customer?\"", 5))
  check("completion", offered and offered.items[2].label == "Customer", offered)
  local hover = ask("textDocument/hover", at("customer: {", 2))
  check("hover", hover and hover.contents.value:find("relationship `Order.customer`", 1, true), hover)
  local definition = ask("textDocument/definition", at("to: \"Customer?\"", 6))
  check("definition", definition and definition.uri:find("customers.yaml", 1, true), definition)

  -- A fix, as the editor applies it.
  local place = at("customer: {", 2)
  place.range = { start = place.position, ["end"] = place.position }
  place.context = { diagnostics = {} }
  local actions = ask("textDocument/codeAction", place)
  check("fixes", actions and actions[1] and actions[1].title == "Declare the inverse 'Customer.orders'", actions)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  check("a fix removes its finding", vim.wait(20000, function() return codes() == "" end, 20), codes())

  -- A rename in two files and in new decisions.
  local rename = at("customer: {", 2)
  rename.newName = "buyer"
  local edit, problem = ask("textDocument/rename", rename)
  check("rename", edit, problem)
  vim.lsp.util.apply_workspace_edit(edit, "utf-16")
  vim.cmd("silent! wall")
  check("the model is renamed", vim.fn.search("buyer: {") > 0, vim.api.nvim_buf_get_lines(0, 0, -1, false))
  local function text(path) return table.concat(vim.fn.readfile(path), "\n") end
  check("the included file is renamed", text("customers.yaml"):find("inverse: buyer", 1, true), text("customers.yaml"))
  check("the rename is decided", text("versions/2.migration.yaml"):find("Order.customer: buyer", 1, true), vim.fn.readdir("versions"))

  local symbols = ask("textDocument/documentSymbol", { textDocument = vim.lsp.util.make_text_document_params() })
  check("symbols", symbols and symbols[1].name == "Order", symbols)
end

local ok, message = pcall(test)
if not ok then
  failures = failures + 1
  io.stderr:write("failed: " .. tostring(message) .. "\n")
end
if failures == 0 then print("Neovim: all checks passed") end
vim.cmd(failures == 0 and "qall!" or "cquit!")
