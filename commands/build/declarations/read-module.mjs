import { posix } from 'node:path'

/**
 * @typedef {{ type: string, start: number, end: number, [property: string]: any }} Node of ESTree, with TypeScript's
 *
 * @typedef {object} Declaration
 * @property {Node} node
 * @property {string} doc the comment before it, empty without one
 *
 * @typedef {{ path: string, name: string }} Elsewhere
 *
 * @typedef {object} Module
 * @property {string} path
 * @property {string} text
 * @property {Map<string, Declaration>} declarations by name, exported or not
 * @property {Set<string>} exported names of its own that it exports
 * @property {Map<string, Elsewhere>} imports by local name
 * @property {Map<string, Elsewhere>} passedOn names that it exports of others
 * @property {string[]} wholes paths of modules that it exports whole
 * @property {Declaration[]} globals its `declare global` blocks
 */

/**
 * Reads the declarations, imports and re-exports of a declaration file.
 * @param {string} path such as `widget/public.d.ts`
 * @param {string} text
 * @param {readonly Node[]} statements parsed from the text
 * @returns {Module}
 */
export function readModule(path, text, statements) {
  /** @type {Module} */
  const module = {
    path,
    text,
    declarations: new Map(),
    exported: new Set(),
    imports: new Map(),
    passedOn: new Map(),
    wholes: [],
    globals: [],
  }
  let end = 0
  for (const statement of statements) {
    readStatement(module, statement, docOf(text.slice(end, statement.start)))
    end = statement.end
  }
  return module
}

/** @param {Module} module @param {Node} statement @param {string} doc */
function readStatement(module, statement, doc) {
  const source = statement.source && pathOf(module.path, statement.source.value)
  if (statement.type === 'ImportDeclaration') return readImports(module, statement.specifiers, source)
  if (statement.type === 'ExportAllDeclaration') return void module.wholes.push(source)
  if (statement.type === 'TSModuleDeclaration') return void module.globals.push({ node: statement, doc })
  const isExport = statement.type === 'ExportNamedDeclaration'
  if (isExport && statement.declaration === null) return readExports(module, statement.specifiers, source)
  const node = isExport ? statement.declaration : statement
  for (const name of namesOf(node)) {
    if (module.declarations.has(name)) throw new Error(`${module.path} declares ${name} twice.`)
    module.declarations.set(name, { node, doc })
    if (isExport) module.exported.add(name)
  }
}

/** @param {Module} module @param {readonly Node[]} specifiers @param {string} path */
function readImports(module, specifiers, path) {
  for (const { imported, local } of specifiers) module.imports.set(local.name, { path, name: imported.name })
}

/** @param {Module} module @param {readonly Node[]} specifiers @param {string | null} path of another module, or none */
function readExports(module, specifiers, path) {
  for (const { local, exported } of specifiers) {
    const elsewhere = path === null ? module.imports.get(local.name) : { path, name: local.name }
    if (elsewhere) module.passedOn.set(exported.name, elsewhere)
    else module.exported.add(local.name)
  }
}

/** @param {string} from @param {string} target as written in an import */
function pathOf(from, target) {
  if (!target.startsWith('.'))
    throw new Error(`${from} needs the package ${target}: the declarations must not import packages.`)
  return `${posix.join(posix.dirname(from), target)}.d.ts`
}

/** @param {Node} node */
const namesOf = (node) =>
  node.type === 'VariableDeclaration'
    ? node.declarations.map((/** @type {Node} */ { id }) => id.name)
    : node.id
      ? [node.id.name]
      : []

/** The JSDoc comment directly before a declaration. @param {string} between */
const docOf = (between) => /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/u.exec(between)?.[0] ?? ''
