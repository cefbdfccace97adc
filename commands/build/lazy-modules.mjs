import { dirname, resolve } from 'node:path'
import { build } from 'esbuild'
import MagicString from 'magic-string'
import { inProject } from '../runtime/project.mjs'
import { takenStyleTexts } from './style-texts.mjs'

const ROOT = 'widget/index.ts'

/** Modules that export only functions, and that most pages never call. */
const ENTRIES = [
  'widget/directives/on-demand.ts',
  'widget/gating/gated-elements.ts',
  'widget/captcha.ts',
  'widget/modals/host.tsx',
  'widget/inspector/start-inspector.ts',
  'widget/inspector/sidebar/mount-sidebar.tsx',
]

/** CommonJS packages: a `require` in a function runs them at its first call. */
const RUN_BY_REQUIRE = /^(react|react-dom)(\/|$)/

/** Packages that only lazy modules use, and that need React: they are bundled with them. */
const BUNDLED_PACKAGES = new Set(['@nanostores/react', '@r2wc/react-to-web-component', '@r2wc/core'])

/**
 * Puts each entry, with everything that only it imports, into one function that runs at the first call of one of its
 * exports. A page that calls none of them evaluates none of this code. The sources stay ordinary modules with ordinary,
 * synchronous imports.
 * @returns {import('vite').Plugin}
 */
export function lazyModules() {
  return {
    name: 'lazy-modules',
    enforce: 'pre',
    async load(id) {
      if (!isEntry(id)) return null
      const others = await filesNeededWithout(id)
      const isOutside = (/** @type {string} */ path) => others.has(path) || (path !== id && isEntry(path))
      const { code, map, inputs } = await bundleEntry(id, isOutside)
      for (const input of inputs) this.addWatchFile(resolve(input))
      return { code, map, moduleType: 'js' }
    },
    transform(code, id) {
      if (isEntry(id)) return atFirstCall(code, this.parse(code))
      if (!/\/widget\/.*\.ts$/.test(id) || !code.includes('import(')) return null
      const isLazy = (/** @type {string} */ path) => isEntry(`${resolve(dirname(id), path)}.tsx`)
      return withoutImportCalls(code, this.parse(code, { lang: 'ts' }), isLazy)
    },
  }
}

/** @param {string} id */
const isEntry = (id) => ENTRIES.some((entry) => id.endsWith(`/${entry}`))

/** @type {import('esbuild').BuildOptions & { write: false, metafile: true }} */
const bundleOptions = {
  bundle: true,
  write: false,
  metafile: true,
  format: 'esm',
  jsx: 'automatic',
  target: 'es2022',
  define: { 'process.env.NODE_ENV': '"production"' },
}

/** Absolute paths of the files that the widget needs besides an entry and what only that entry needs. @param {string} entry */
async function filesNeededWithout(entry) {
  const plugins = [keepOutside((path) => path === entry), takenStyleTexts]
  const outfile = `${entry}.js`
  const { metafile } = await build({ ...bundleOptions, entryPoints: [inProject(ROOT)], outfile, plugins })
  return new Set(Object.keys(metafile.inputs).map((input) => resolve(input)))
}

/**
 * An entry and its own files as one ES module; files outside stay imports.
 * @param {string} entry
 * @param {(path: string) => boolean} isOutside is called with an absolute path
 */
async function bundleEntry(entry, isOutside) {
  const { outputFiles, metafile } = await build({
    ...bundleOptions,
    entryPoints: [entry],
    outfile: `${entry}.js`,
    sourcemap: 'external',
    plugins: [keepOutside(isOutside), takenStyleTexts],
  })
  const text = (/** @type {string} */ extension) => outputFiles.find(({ path }) => path.endsWith(extension))?.text
  const inputs = Object.keys(metafile.inputs).map((input) => input.replace(/^style-text:/, ''))
  return { code: text('.js') ?? '', map: text('.map') ?? null, inputs }
}

/**
 * Leaves other packages, and the files that `isOutside` names, as imports.
 * @param {(path: string) => boolean} isOutside is called with an absolute path
 * @returns {import('esbuild').Plugin}
 */
const keepOutside = (isOutside) => ({
  name: 'keep-outside',
  setup(context) {
    context.onResolve({ filter: /.*/ }, async ({ kind, path, resolveDir }) => {
      if (kind === 'entry-point' || path.endsWith('?inline')) return null
      if (!path.startsWith('.')) return BUNDLED_PACKAGES.has(path) ? null : { path, external: true }
      const found = await context.resolve(`./${path}`, { resolveDir, kind: 'entry-point' })
      return isOutside(found.path) ? { path: found.path, external: true } : null
    })
  },
})

/**
 * Wraps a module in a function that runs once, at the first call of one of its exports. Imports stay outside, except
 * React's, which become `require` calls inside.
 * @param {string} code an ES module with one `export { … }` that lists functions
 * @param {{ body: any[] }} program the same code as ESTree nodes
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
    if (isKept(statement)) moveToTop(text, statement)
    else if (statement.type === 'ImportDeclaration') requireInstead(text, statement)
  }
  text.overwrite(list.start, list.end, `return { ${values.join(', ')} }`)
  const first = program.body.find((statement) => !isKept(statement))
  const made = `let made\nconst make = () => (made ??= (() => {\n`
  const calls = names.map((name) => `export const ${name} = (...given) => make().${name}(...given)\n`)
  text.prependRight(first.start, made).append(`\n})())\n${calls.join('')}`)
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}

/** Whether a statement stays outside the function. @param {any} statement */
const isKept = ({ type, source }) => type === 'ImportDeclaration' && !RUN_BY_REQUIRE.test(source.value)

/** @param {MagicString} text @param {any} statement */
function moveToTop(text, { start, end }) {
  text.appendLeft(end, '\n')
  // MagicString cannot move what is at the top already.
  if (start > 0) text.move(start, end, 0)
}

/** `import a, { b as c } from 'react'` → `const a = require('react'), { b: c } = a`. @param {MagicString} text @param {any} statement */
function requireInstead(text, { start, end, source, specifiers }) {
  const called = `require(${JSON.stringify(source.value)})`
  const isNamed = (/** @type {any} */ { type }) => type === 'ImportSpecifier'
  const whole = specifiers
    .filter((/** @type {any} */ one) => !isNamed(one))
    .map((/** @type {any} */ one) => one.local.name)
  const named = specifiers.filter(isNamed).map((/** @type {any} */ one) => `${one.imported.name}: ${one.local.name}`)
  const declared = whole.map((/** @type {string} */ name) => `${name} = ${called}`)
  if (named.length > 0) declared.push(`{ ${named.join(', ')} } = ${called}`)
  text.overwrite(start, end, declared.length > 0 ? `const ${declared.join(', ')};` : `${called};`)
}

/**
 * Lets `const { a } = await import('./lazy')` take `a` from an ordinary import: a lazy module waits for its first call
 * anyway. Otherwise the bundler makes an initializer for that module and for each that it shares with the page.
 * @param {string} code
 * @param {unknown} program the same code as ESTree nodes
 * @param {(path: string) => boolean} isLazy is called with the imported path
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
