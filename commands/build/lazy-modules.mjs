import { resolve } from 'node:path'
import MagicString from 'magic-string'
import { inProject } from '../runtime/project.mjs'
import { bundleOwn, reachedWithout } from './bundle-own.mjs'

const ROOT = 'widget/index.ts'

/** Modules that export functions only, which most pages never call. */
const ENTRIES = ['widget/directives/on-demand.ts', 'widget/captcha/create-captcha.ts', 'widget/modals/host.tsx']

/** What runs at a call too, for it stands in files of its own that are run by `require`. */
const REACT = /^(react|react-dom)(\/|$)/

/**
 * Puts each of these modules, with all that only it imports, into one function, which runs at the first call of any of
 * its exports. Its sources stay ordinary modules whose functions answer at once; but a page that calls none of them
 * compiles nothing of them, and makes none of their functions.
 * @returns {import('vite').Plugin}
 */
export function lazyModules() {
  return {
    name: 'lazy-modules',
    enforce: 'pre',
    async load(id) {
      if (!isEntry(id)) return null
      const others = await reachedWithout(inProject(ROOT), id)
      const isOutside = (/** @type {string} */ path) => others.has(path) || (path !== id && isEntry(path))
      const { code, map, inputs } = await bundleOwn(id, isOutside)
      for (const input of inputs) this.addWatchFile(resolve(input))
      return { code, map, moduleType: 'js' }
    },
    transform(code, id) {
      if (isEntry(id)) return atFirstCall(code, this.parse(code))
      // The sources are still TypeScript here: only what is cheap to ask is asked of all of them.
      return isSource(id) && code.includes('import(') ? withoutImportCalls(code, this.parse(code, { lang: 'ts' })) : null
    },
  }
}

/** @param {string} id */
const isEntry = (id) => ENTRIES.some((entry) => id.endsWith(`/${entry}`))

/** @param {string} id */
const isSource = (id) => /\/widget\/.*\.ts$/.test(id)

/**
 * Keeps the imports outside and puts everything else into a function that runs once, at the first call of an export.
 * @param {string} code an ES module with one `export { … }`, of functions
 * @param {{ body: any[] }} program the same as ESTree nodes
 */
export function atFirstCall(code, program) {
  const text = new MagicString(code)
  const exports = program.body.filter(({ type }) => type.startsWith('Export'))
  const [list] = exports
  if (exports.length !== 1 || list.declaration || list.source) throw new Error('One list of exports is expected.')
  /** @type {string[]} */
  const names = list.specifiers.map((/** @type {any} */ { exported }) => exported.name)
  const values = list.specifiers.map((/** @type {any} */ { exported, local }) => `${exported.name}: ${local.name}`)
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') keepOrRequire(text, statement)
  }
  text.overwrite(list.start, list.end, `return { ${values.join(', ')} }`)
  const made = `let made\nconst make = () => (made ??= (() => {\n`
  const calls = names.map((name) => `export const ${name} = (...given) => make().${name}(...given)\n`)
  const first = program.body.find((statement) => !isKept(statement))
  text.prependRight(first.start, made).append(`\n})())\n${calls.join('')}`)
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}

/** Whether an import stays outside of the function. @param {any} statement */
const isKept = ({ type, source }) => type === 'ImportDeclaration' && !REACT.test(source.value)

/** @param {MagicString} text @param {any} statement an import */
function keepOrRequire(text, statement) {
  const { start, end, source, specifiers } = statement
  if (isKept(statement)) {
    text.appendLeft(end, '\n')
    // What stands first cannot be moved there.
    if (start > 0) text.move(start, end, 0)
    return
  }
  const whole = specifiers.find((/** @type {any} */ { type }) => type !== 'ImportSpecifier')
  const named = specifiers.filter((/** @type {any} */ { type }) => type === 'ImportSpecifier')
  const names = named.map((/** @type {any} */ { imported, local }) => `${imported.name}: ${local.name}`)
  const parts = [...(whole ? [whole.local.name] : []), ...(names.length > 0 ? [`{ ${names.join(', ')} }`] : [])]
  text.overwrite(start, end, parts.map((part) => `const ${part} = require(${JSON.stringify(source.value)});`).join('\n'))
}

/**
 * `const { a } = await import('./entry')` takes the function that waits for its first call instead: of a module that is
 * really imported on demand the bundler would make a run-once initialiser, and one of each module that it shares with
 * the page.
 * @param {string} code
 * @param {any} program
 */
export function withoutImportCalls(code, program, isLazy = isEntry) {
  const text = new MagicString(code)
  let count = 0
  for (const { id, init } of declaratorsOf(program)) {
    const call = init?.type === 'AwaitExpression' ? init.argument : null
    const from = call?.type === 'ImportExpression' ? call.source.value : null
    if (typeof from !== 'string' || !isLazy(`/widget${from.slice(1)}.tsx`)) continue
    const names = id.properties.map((/** @type {any} */ { key }) => key.name)
    const local = (/** @type {string} */ name) => `lazy$${name}`
    text.prepend(`import { ${names.map((/** @type {string} */ name) => `${name} as ${local(name)}`).join(', ')} } from ${JSON.stringify(from)}\n`)
    text.overwrite(call.start, call.end, `{ ${names.map((/** @type {string} */ name) => `${name}: ${local(name)}`).join(', ')} }`)
    count += 1
  }
  return count > 0 ? { code: text.toString(), map: text.generateMap({ hires: true }) } : null
}

/** @param {any} value @returns {Generator<any>} */
function* declaratorsOf(value) {
  if (typeof value !== 'object' || value === null) return
  if (value.type === 'VariableDeclarator') yield value
  for (const child of Object.values(value)) yield* declaratorsOf(child)
}
