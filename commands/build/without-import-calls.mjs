import MagicString from 'magic-string'

/**
 * Of a module that waits for its first call anyway, `const { a } = await import('./b')` takes `a` from an ordinary
 * import. Else the bundler makes a run-once initialiser of that module, and of each that it shares with the page.
 * @param {string} code
 * @param {unknown} program the same as ESTree nodes
 * @param {(path: string) => boolean} isLazy asked for the path that is imported
 */
export function withoutImportCalls(code, program, isLazy) {
  const text = new MagicString(code)
  const imports = new Set()
  for (const call of nodesOf(program, 'ImportExpression')) {
    if (call.source.type === 'Literal' && isLazy(call.source.value)) imports.add(call)
  }
  if (imports.size === 0) return null
  for (const { id, init } of nodesOf(program, 'VariableDeclarator')) {
    const call = init?.type === 'AwaitExpression' ? init.argument : null
    if (!imports.delete(call)) continue
    /** @type {string[]} */
    const names = id.properties.map((/** @type {any} */ { key }) => key.name)
    const list = (/** @type {string} */ between) => names.map((name) => `${name}${between}lazy$${name}`).join(', ')
    text.prepend(`import { ${list(' as ')} } from ${call.source.raw}\n`)
    text.overwrite(call.start, call.end, `{ ${list(': ')} }`)
  }
  if (imports.size > 0)
    throw new Error('A lazy module is imported as const { … } = await import(…), or not with a call.')
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}

/** @param {any} value @param {string} type @returns {Generator<any>} */
function* nodesOf(value, type) {
  if (typeof value !== 'object' || value === null) return
  if (value.type === type) yield value
  for (const child of Object.values(value)) yield* nodesOf(child, type)
}
