import { literalsOf } from './literals-of.mjs'

/**
 * @typedef {import('./read-module.mjs').Module} Module
 * @typedef {import('./read-module.mjs').Node} Node
 * @typedef {{ module: Module, name: string, node: Node, doc: string }} Found
 */

/**
 * One declaration file that says what a module and all that it leads to say: no imports, and nothing that is not needed.
 * Exported is what the entry exports. Lists and tables of values, of which types are made, become unions: a file of
 * declarations must not promise values.
 * @param {string} entry path of a module
 * @param {ReadonlyMap<string, Module>} modules by path
 */
export function joinModules(entry, modules) {
  const first = moduleAt(modules, entry)
  /** @type {Map<string, Found>} */
  const taken = new Map()
  /** @type {Found[]} */
  const waiting = []
  /** @param {Found | null} found @returns {string | null} its name in the joined file */
  const take = (found) => {
    if (found === null || found.node.type === 'VariableDeclaration') return null
    const known = taken.get(found.name)
    if (known && known.node !== found.node)
      throw new Error(`${found.module.path} and ${known.module.path} both declare ${found.name}.`)
    if (!known) waiting.push(found)
    taken.set(found.name, found)
    return found.name
  }
  const globals = first.globals.map((declaration) => write(declaration, first))
  const exported = new Set([...namesExportedBy(first, modules)].map((name) => take(findExport(first, name, modules))))
  const written = []
  for (const found of waiting) written.push(write(found, found.module, exported.has(found.name)))
  return `${[...globals, ...written].join('\n\n')}\n\nexport {}\n`

  /** @param {{ node: Node, doc: string }} declaration @param {Module} module @param {boolean} [isExported] */
  function write({ node, doc }, module, isExported = false) {
    let text = ''
    let end = node.start
    for (const { start, end: stop, replacement } of changes(node, module)) {
      text += module.text.slice(end, start) + replacement
      end = stop
    }
    return `${doc}${isExported ? 'export ' : ''}${text}${module.text.slice(end, node.end)}`
  }

  /** Takes what a declaration names, and says which parts of it are made of values. @param {Node} node @param {Module} module */
  function changes(node, module) {
    /** @type {{ start: number, end: number, replacement: string }[]} */
    const found = []
    visit(node, (part) => {
      if (part.type === 'TSAnyKeyword' || part.type === 'TSImportType')
        throw new Error(`${module.path} has an \`any\` or an import() type: ${module.text.slice(node.start, part.end)}`)
      const table = literalsOf(part, (name) => find(name, module, modules)?.node ?? null)
      if (table) found.push({ start: part.start, end: part.end, replacement: table.join(' | ') })
      const name = nameIn(part)
      if (name !== null && !table) take(find(name, module, modules))
      return table === null
    })
    return found
  }
}

/** @param {Node} part */
function nameIn({ type, typeName, expression }) {
  const named = type === 'TSTypeReference' ? typeName : type === 'TSInterfaceHeritage' ? expression : null
  return named?.type === 'Identifier' ? named.name : null
}

/** @param {unknown} value @param {(node: Node) => boolean} enter whether to look inside */
function visit(value, enter) {
  if (Array.isArray(value)) return value.forEach((part) => visit(part, enter))
  if (!isNode(value) || !enter(value)) return
  Object.values(value).forEach((part) => visit(part, enter))
}

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value

/** What a name stands for in a module; null for what every page has. @param {string} name @param {Module} module @param {ReadonlyMap<string, Module>} modules @returns {Found | null} */
function find(name, module, modules) {
  const own = module.declarations.get(name)
  if (own) return { module, name, ...own }
  const imported = module.imports.get(name)
  return imported ? findExport(moduleAt(modules, imported.path), imported.name, modules) : null
}

/** @param {Module} module @param {string} name @param {ReadonlyMap<string, Module>} modules @returns {Found | null} */
function findExport(module, name, modules) {
  if (module.exported.has(name)) return find(name, module, modules)
  const passedOn = module.passedOn.get(name)
  if (passedOn) return findExport(moduleAt(modules, passedOn.path), passedOn.name, modules)
  for (const path of module.wholes) {
    const found = findExport(moduleAt(modules, path), name, modules)
    if (found) return found
  }
  return null
}

/** @param {Module} module @param {ReadonlyMap<string, Module>} modules @returns {Set<string>} */
const namesExportedBy = (module, modules) =>
  new Set([
    ...module.exported,
    ...module.passedOn.keys(),
    ...module.wholes.flatMap((path) => [...namesExportedBy(moduleAt(modules, path), modules)]),
  ])

/** @param {ReadonlyMap<string, Module>} modules @param {string} path */
function moduleAt(modules, path) {
  const module = modules.get(path)
  if (!module) throw new Error(`The declarations lead to ${path}, which is not there.`)
  return module
}
