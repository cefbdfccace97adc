import MagicString from 'magic-string'

/**
 * Modules whose functions nearly all run while a page loads. Not here: what waits for a click, a form or a message, for
 * a compiled function that nobody calls costs memory.
 */
const RUN_AT_LOAD = [
  /\/nanostores\/atom\//,
  /\/widget\/[\w-]+\.ts$/,
  /\/widget\/(lib|storage|stores|transport)\//,
  /\/widget\/client\/(app|auth-change|context|create-client|member|page-views|tracking)\.ts$/,
  /\/widget\/directives\/(engine|hidden-at-first|index|start)\.ts$/,
  /\/widget\/gating\/(gate|page-gate|style-sheet|visible-content)\.ts$/,
]

/**
 * What stands among them and runs only on pages that ask for it, or for members only. (DevTools' coverage of a page
 * without attributes tells which functions these are.)
 */
const RUN_LATER = [
  /\/widget\/lib\/(error-text|image-problem|is-parsed|is-tag|keep-focus|latin-digits|nearest-word|number-of|pausable-timer|report-problem|root-domain|take-parameter|web-address)\.ts$/,
  /\/widget\/stores\/(identity|loading|message|modal)\.ts$/,
  /\/widget\/storage\/(member|redirect-override|token-cookie)\.ts$/,
  /\/widget\/transport\/membership-error\.ts$/,
  /\/widget\/client\/member\.ts$/,
  /\/widget\/redirects\.ts$/,
]

/**
 * Puts the functions that run at page load in parentheses: browsers take those as a hint to compile a function together
 * with the script, off the main thread, instead of at its first call, on it.
 * @returns {import('vite').Plugin}
 */
export function eagerFunctions() {
  return {
    name: 'eager-functions',
    enforce: 'post',
    transform(code, id) {
      if (!matchesOneOf(RUN_AT_LOAD, id) || matchesOneOf(RUN_LATER, id)) return null
      return withEagerHints(code, this.parse(code))
    },
  }
}

/** @param {RegExp[]} patterns @param {string} id */
const matchesOneOf = (patterns, id) => patterns.some((pattern) => pattern.test(id))

/**
 * A declaration cannot stand in parentheses, so the module's own become variables, at its top, where they are set before
 * anything calls them.
 * @param {string} code an ES module
 * @param {ReturnType<typeof import('vite').parseAst>} program the same as ESTree nodes
 */
export function withEagerHints(code, program) {
  const text = new MagicString(code)
  for (const statement of program.body) hoist(text, statement)
  for (const { node, parent } of nodesOf(program)) {
    if (!isFunctionExpression(node) || ownsItsSyntax(parent)) continue
    text.prependRight(node.start, '(').appendLeft(node.end, ')')
  }
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}

/** @param {MagicString} text @param {any} statement */
function hoist(text, statement) {
  const isExport = statement.type === 'ExportNamedDeclaration'
  const declared = isExport ? statement.declaration : statement
  if (declared?.type !== 'FunctionDeclaration') return
  const { id, async, generator, start, end } = declared
  const keyword = `${async ? 'async ' : ''}function${generator ? '*' : ''}`
  text.overwrite(start, id.end, `var ${id.name} = (${keyword} `).appendLeft(end, ');\n')
  if (statement.start > 0) text.move(statement.start, statement.end, 0)
}

/** @param {any} node */
const isFunctionExpression = (node) => node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'

/** `{ method() {} }`: what is inside is no expression of its own. @param {any} parent */
const ownsItsSyntax = (parent) =>
  parent?.type === 'MethodDefinition' || (parent?.type === 'Property' && (parent.method || parent.kind !== 'init'))

/**
 * Every node of a tree with the node it hangs on.
 * @param {any} value
 * @param {any} [parent]
 * @returns {Generator<{ node: any, parent: any }>}
 */
function* nodesOf(value, parent) {
  if (typeof value !== 'object' || value === null) return
  const isNode = typeof value.type === 'string'
  if (isNode) yield { node: value, parent }
  for (const child of Object.values(value)) yield* nodesOf(child, isNode ? value : parent)
}
