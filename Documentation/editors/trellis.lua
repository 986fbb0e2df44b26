-- The language server of Trellis for Neovim: copy this file into the folder `plugin` of your configuration.
-- It starts for YAML files that begin with `trellis: 1`, comments aside. `vim.g.trellis_program` names another program.

local function is_of_trellis(buffer)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 50, false)) do
    if line:match("^trellis:") then return true end
    if line:match("%S") and not line:match("^%s*#") then return false end
  end
  return false
end

-- The folder of the nearest trellis.yaml or Package.swift around a file.
local function root(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h")
  for _, name in ipairs({ "trellis.yaml", "Package.swift" }) do
    local found = vim.fn.findfile(name, folder .. ";")
    if found ~= "" then return vim.fn.fnamemodify(found, ":p:h") end
  end
  return folder
end

local clients = {}

local function start(buffer)
  local options = { name = "trellis", cmd = { vim.g.trellis_program or "trellis", "lsp" }, root_dir = root(buffer) }
  if vim.lsp.start then return vim.lsp.start(options, { bufnr = buffer }) end
  -- Neovim 0.7
  clients[options.root_dir] = clients[options.root_dir] or vim.lsp.start_client(options)
  vim.lsp.buf_attach_client(buffer, clients[options.root_dir])
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = "yaml",
  callback = function(event)
    if is_of_trellis(event.buf) then start(event.buf) end
  end,
})
