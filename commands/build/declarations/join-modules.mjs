/**
 * @typedef {import('./read-module.mjs').Module} Module
 * @typedef {import('./read-module.mjs').Node} Node
 * @typedef {{ module: Module, name: string, node: Node, doc: string }} Found
 */

/**
 * Joins the declarations that a module exports, with all that they need, into one file without imports. Types that are
 * derived from constants become unions, because a declaration file must not promise values.
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

  /**
   * Queues referenced declarations, and finds the parts to replace with unions. @param {Node} node @param {Module}
   * module
   */
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

/** boolean} enter => @param {unknown} value @param {(node: Node) => boolean} enter whether to visit its children */
function visit(value, enter) {
  if (Array.isArray(value)) return value.forEach((part) => visit(part, enter))
  if (!isNode(value) || !enter(value)) return
  Object.values(value).forEach((part) => visit(part, enter))
}

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value

/**
 * The declaration of a name; null for globals. @param {string} name @param {Module} module @param {ReadonlyMap<string,
 * Module>} modules @returns {Found | null}
 */
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
  if (!module) throw new Error(`The declarations refer to ${path}, which does not exist.`)
  return module
}

/**
 * The literals of a type derived from a constant: the keys of `keyof typeof TABLE`, the elements of `(typeof
 * LIST)[number]`.
 * Null for any other type.
 * @param {Node} type
 * @param {(name: string) => Node | null} findConstant the declaration of a constant
 * @returns {string[] | null}
 */
function literalsOf(type, findConstant) {
  const keys =
    type.type === 'TSTypeOperator' && type['operator'] === 'keyof'
      ? constantOf(type['typeAnnotation'], findConstant)
      : null
  if (keys) return keysOf(keys)
  const isElement = type.type === 'TSIndexedAccessType' && type['indexType'].type === 'TSNumberKeyword'
  const list = isElement ? constantOf(type['objectType'], findConstant) : null
  if (list) return elementsOf(list)
  if (type.type === 'TSTypeQuery')
    throw new Error(`The type of the value ${type['exprName'].name} cannot be published.`)
  return null
}

/**
 * The type of the named constant. @param {Node} type @param {(name: string) => Node | null} findConstant @returns {Node | null}
 */
function constantOf(type, findConstant) {
  if (type.type === 'TSParenthesizedType') return constantOf(type['typeAnnotation'], findConstant)
  if (type.type !== 'TSTypeQuery') return null
  const { name } = type['exprName']
  const declarators = findConstant(name)?.['declarations'] ?? []
  const declarator = declarators.find((/** @type {Node} */ { id }) => id.name === name)
  return declarator?.id.typeAnnotation.typeAnnotation ?? null
}

/** @param {Node} type @returns {string[]} */
function keysOf(type) {
  if (type.type !== 'TSTypeLiteral') throw new Error('keyof is used on something that is not a table.')
  return type['members'].map((/** @type {Node} */ { key }) => JSON.stringify(key.name ?? key.value))
}

/** @param {Node} type @returns {string[]} */
function elementsOf(type) {
  if (type.type === 'TSTypeOperator') return elementsOf(type['typeAnnotation'])
  if (type.type !== 'TSTupleType') throw new Error('An element type is taken of something that is not a list.')
  return type['elementTypes'].map((/** @type {Node} */ { literal }) => JSON.stringify(literal.value))
}
