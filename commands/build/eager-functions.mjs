import MagicString from 'magic-string'

/**
 * Modules whose functions nearly all run at page load, even on a page without attributes (see DevTools' coverage).
 * A compiled function that is never called costs memory.
 */
export const RUN_AT_LOAD = [
  'attributes.ts',
  'boot.ts',
  'index.ts',
  'script-tag.ts',
  'client/app.ts',
  'client/context.ts',
  'client/create-client.ts',
  'directives/engine.ts',
  'directives/hidden-at-first.ts',
  'directives/start.ts',
  'gating/gate.ts',
  'gating/page-gate.ts',
  'gating/style-sheet.ts',
  'gating/visible-content.ts',
  'lib/browser.ts',
  'lib/dom.ts',
  'lib/errors.ts',
  'lib/page-lifecycle.ts',
  'lib/values.ts',
  'storage/gated-pages.ts',
  'storage/inspector.ts',
  'storage/pending.ts',
  'storage/safe-storage.ts',
  'storage/session.ts',
  'storage/token.ts',
  'stores/app.ts',
  'stores/device.ts',
  'stores/inspection.ts',
  'stores/pending-flow.ts',
  'transport/call.ts',
  'transport/data-files.ts',
  'transport/live-channel.ts',
  'transport/session-data.ts',
].map((file) => `widget/${file}`)

/**
 * Wraps functions that run at page load in parentheses. Browsers then compile them with the script, off the main
 * thread, instead of at their first call.
 * @returns {import('vite').Plugin}
 */
export function eagerFunctions() {
  return {
    name: 'eager-functions',
    enforce: 'post',
    transform(code, id) {
      if (!/\/nanostores\/atom\//.test(id) && !RUN_AT_LOAD.some((file) => id.endsWith(`/${file}`))) return null
      return withEagerHints(code, this.parse(code))
    },
  }
}

/**
 * A declaration cannot be in parentheses, so top-level ones become variables at the top of the module.
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

/** In `{ method() {} }` the function is not an expression. @param {any} parent */
const ownsItsSyntax = (parent) =>
  parent?.type === 'MethodDefinition' || (parent?.type === 'Property' && (parent.method || parent.kind !== 'init'))

/**
 * Every node with its parent.
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
