import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { build, transform } from 'esbuild'
import MagicString from 'magic-string'
import { minify } from 'terser'
import { inProject } from '../runtime/project.mjs'

const ROOT = 'widget/index.ts'

/** Modules that export only functions, and that most pages never call. */
const ENTRIES = [
  'widget/directives/on-demand.ts',
  'widget/directives/memberstack-1/start.ts',
  'widget/gating/gated-elements.ts',
  'widget/captcha.ts',
  'widget/client/passkey-ceremony.ts',
  'widget/client/passkey-offer.ts',
  'widget/modals/host.tsx',
  'widget/inspector/start-inspector.ts',
  'widget/inspector/sidebar/sidebar.tsx',
]

/** CommonJS packages: a `require` in a function runs them at its first call. */
const RUN_BY_REQUIRE = /^(react|react-dom)(\/|$)/

/** Packages that only lazy modules use and that need React; they are bundled with them. */
const BUNDLED_PACKAGES = new Set(['@nanostores/react', '@r2wc/react-to-web-component', '@r2wc/core'])

/**
 * Wraps each entry and its own imports in a function that runs at the first call of an export. A page that calls none
 * evaluates none of this code, and the sources keep ordinary synchronous imports.
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

/** Files that the widget needs without an entry and its own imports, as absolute paths. @param {string} entry */
async function filesNeededWithout(entry) {
  const plugins = [keepOutside((path) => path === entry), takenStyleTexts]
  const outfile = `${entry}.js`
  const { metafile } = await build({ ...bundleOptions, entryPoints: [inProject(ROOT)], outfile, plugins })
  return new Set(Object.keys(metafile.inputs).map((input) => resolve(input)))
}

/**
 * An entry and its own files as one ES module; other files stay imports.
 * @param {string} entry
 * @param {(path: string) => boolean} isOutside gets an absolute path
 */
async function bundleEntry(entry, isOutside) {
  const { outputFiles, metafile } = await build({
    ...bundleOptions,
    entryPoints: [entry],
    outfile: `${entry}.js`,
    sourcemap: 'external',
    plugins: [keepOutside(isOutside), takenStyleTexts],
  })
  const text = (/** @type {string} */ extension) => outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? ''
  const inputs = Object.keys(metafile.inputs).map((input) => input.replace(/^style-text:/, ''))
  return { ...(await compressed(text('.js'), text('.map'))), inputs }
}

/**
 * Puts what is used once where it is used: the bundler's own minifier, which still shortens all names, does less of that.
 * @param {string} code an ES module
 * @param {string} content its source map
 */
async function compressed(code, content) {
  const { code: less = '', map } = await minify(code, {
    module: true,
    ecma: 2020,
    // Arrow functions have no prototype: no code here uses the one of a function expression.
    compress: { passes: 5, unsafe_arrows: true },
    mangle: false,
    sourceMap: { content },
  })
  return { code: less, map: typeof map === 'string' ? map : null }
}

/**
 * Keeps other packages, and files for which `isOutside` is true, as imports.
 * @param {(path: string) => boolean} isOutside gets an absolute path
 * @returns {import('esbuild').Plugin}
 */
const keepOutside = (isOutside) => ({
  name: 'keep-outside',
  setup(context) {
    context.onResolve({ filter: /.*/ }, async ({ kind, path, namespace, resolveDir }) => {
      if (kind === 'entry-point' || path.endsWith('?inline')) return null
      if (RUN_BY_REQUIRE.test(path) && namespace !== ONCE) return { path, namespace: ONCE }
      if (!path.startsWith('.')) return BUNDLED_PACKAGES.has(path) ? null : { path, external: true }
      const found = await context.resolve(`./${path}`, { resolveDir, kind: 'entry-point' })
      return isOutside(found.path) ? { path: found.path, external: true } : null
    })
    // All files of an entry share one import of a package, instead of each having its own names for the same functions.
    context.onLoad({ filter: /.*/, namespace: ONCE }, ({ path }) => ({
      contents: `export { ${['default', ...Object.keys(require(path))].join(', ')} } from ${JSON.stringify(path)}`,
      loader: 'js',
    }))
  },
})

const ONCE = 'imported-once'
const require = createRequire(import.meta.url)

/**
 * Wraps a module in a function that runs once, at the first call of an export. Imports stay outside, except React's,
 * which become `require` calls inside.
 * @param {string} code an ES module with one `export { … }` of functions
 * @param {{ body: any[] }} program the same code as ESTree nodes
 */
export function atFirstCall(code, program) {
  const text = new MagicString(code)
  const exports = program.body.filter(({ type }) => type.startsWith('Export'))
  const [list] = exports
  if (exports.length !== 1 || list.declaration || list.source) throw new Error('Expected one list of exports.')
  /** @type {string[]} */
  const names = list.specifiers.map((/** @type {any} */ { exported }) => exported.name)
  const values = list.specifiers.map((/** @type {any} */ { exported, local }) => `${exported.name}: ${local.name}`)
  const used = namesIn(program.body.filter(({ type }) => type !== 'ImportDeclaration'))
  for (const statement of program.body) {
    if (isKept(statement)) moveToTop(text, statement)
    else if (statement.type === 'ImportDeclaration') requireInstead(text, statement, used)
  }
  text.overwrite(list.start, list.end, `return { ${values.join(', ')} }`)
  const inside = program.body.filter((statement) => !isKept(statement))
  const made = `let made\nconst make = () => (made ??= (() => {\n`
  const calls = names.map((name) => `export const ${name} = (...given) => make().${name}(...given)\n`)
  text.prependRight(inside[0].start, made).appendLeft(inside.at(-1).end, `\n})())\n${calls.join('')}`)
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}

/** Whether a statement stays outside the function. @param {any} statement */
const isKept = ({ type, source }) => type === 'ImportDeclaration' && !RUN_BY_REQUIRE.test(source.value)

/** @param {MagicString} text @param {any} statement */
function moveToTop(text, { start, end }) {
  text.appendLeft(end, '\n')
  // MagicString cannot move what is already at the top.
  if (start > 0) text.move(start, end, 0)
}

/** @param {unknown} program @returns {ReadonlySet<string>} */
const namesIn = (program) => new Set(Array.from(nodesOf(program, 'Identifier'), ({ name }) => name))

/**
 * `import a, { b as c } from 'react'` → `const a = require('react'), { b: c } = require('react')`.
 * @param {MagicString} text
 * @param {any} statement
 * @param {ReadonlySet<string>} used names; others are left out
 */
function requireInstead(text, { start, end, source, specifiers: all }, used) {
  const specifiers = all.filter((/** @type {any} */ { local }) => used.has(local.name))
  const called = `require(${JSON.stringify(source.value)})`
  const isNamed = (/** @type {any} */ { type, imported }) => type === 'ImportSpecifier' && imported.name !== 'default'
  const whole = specifiers
    .filter((/** @type {any} */ one) => !isNamed(one))
    .map((/** @type {any} */ one) => one.local.name)
  const named = specifiers.filter(isNamed).map((/** @type {any} */ one) => `${one.imported.name}: ${one.local.name}`)
  const declared = whole.map((/** @type {string} */ name) => `${name} = ${called}`)
  if (named.length > 0) declared.push(`{ ${named.join(', ')} } = ${called}`)
  text.overwrite(start, end, declared.length > 0 ? `const ${declared.join(', ')};` : `${called};`)
}

/**
 * Turns `const { a } = await import('./lazy')` into an ordinary import, because a lazy module waits for its first call
 * anyway.
 * Otherwise the bundler creates an initializer for it and for each module that it shares with the page.
 * @param {string} code
 * @param {unknown} program the same code as ESTree nodes
 * @param {(path: string) => boolean} isLazy gets the imported path
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
  if (imports.size > 0) throw new Error('Import a lazy module as const { … } = await import(…), or statically.')
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}

/** @param {any} value @param {string} type @returns {Generator<any>} */
function* nodesOf(value, type) {
  if (typeof value !== 'object' || value === null) return
  if (value.type === type) yield value
  for (const child of Object.values(value)) yield* nodesOf(child, type)
}

const STYLE_TEXTS = 'virtual:style-texts'

const styleSheets = readdirSync(inProject('widget'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => inProject('widget', file))
  .toSorted()

/**
 * Keeps all style sheets side by side in the script, where they compress best (1 kB less). Each is in its own function,
 * which is compiled only when `import text from './a.css?inline'` uses it.
 * @returns {import('vite').Plugin}
 */
export function styleTexts() {
  return {
    name: 'style-texts',
    resolveId: (id) => (id === STYLE_TEXTS ? `\0${STYLE_TEXTS}` : null),
    async load(id) {
      if (id !== `\0${STYLE_TEXTS}`) return null
      const texts = await Promise.all(styleSheets.map(minified))
      for (const file of styleSheets) this.addWatchFile(file)
      const functions = texts.map((text) => `() => ${JSON.stringify(text)}`)
      return { code: `export const styleTexts = [${functions.join(', ')}]\n`, map: null }
    },
  }
}

/** @param {string} file */
async function minified(file) {
  const { code } = await transform(await readFile(file, 'utf8'), { loader: 'css', minify: true })
  return code.trim()
}

/** The same import inside a lazy module. @type {import('esbuild').Plugin} */
export const takenStyleTexts = {
  name: 'taken-style-texts',
  setup(context) {
    context.onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace(/\?inline$/, '')),
      namespace: 'style-text',
    }))
    context.onLoad({ filter: /.*/, namespace: 'style-text' }, ({ path }) => ({
      contents: `import { styleTexts } from '${STYLE_TEXTS}'\nexport default styleTexts[${styleSheets.indexOf(path)}]()\n`,
      loader: 'js',
    }))
  },
}
