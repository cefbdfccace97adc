import { resolve } from 'node:path'
import { build } from 'esbuild'
import MagicString from 'magic-string'
import { inProject } from '../runtime/project.mjs'

const ROOT = 'widget/index.ts'

/** Modules that export functions only, which most pages never call. */
const ENTRIES = ['widget/directives/on-demand.ts', 'widget/captcha/create-captcha.ts']

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
      const { outputFiles, metafile } = await bundleOwn(id, await reachedWithout(id))
      for (const input of Object.keys(metafile.inputs)) this.addWatchFile(resolve(input))
      const text = (/** @type {string} */ extension) => outputFiles.find(({ path }) => path.endsWith(extension))?.text
      return { code: text('.js') ?? '', map: text('.map') ?? null, moduleType: 'js' }
    },
    transform(code, id) {
      return isEntry(id) ? atFirstCall(code, this.parse(code)) : null
    },
  }
}

/** @param {string} id */
const isEntry = (id) => ENTRIES.some((entry) => id.endsWith(`/${entry}`))

/** @type {import('esbuild').BuildOptions & { write: false, metafile: true }} */
const options = {
  bundle: true,
  write: false,
  metafile: true,
  format: 'esm',
  jsx: 'automatic',
  target: 'es2022',
  loader: { '.css': 'empty' },
  define: { 'process.env.NODE_ENV': '"production"' },
}

/** Every file that the script needs besides an entry and what only that one needs. @param {string} entry */
async function reachedWithout(entry) {
  const { metafile } = await build({
    ...options,
    entryPoints: [inProject(ROOT)],
    outfile: `${entry}.js`,
    plugins: [keepOutside((path) => path === entry)],
  })
  return new Set(Object.keys(metafile.inputs).map((input) => resolve(input)))
}

/** An entry as one module; what others reach too stays an import. @param {string} entry @param {Set<string>} others */
function bundleOwn(entry, others) {
  return build({
    ...options,
    entryPoints: [entry],
    outfile: `${entry}.js`,
    sourcemap: 'external',
    plugins: [keepOutside((path) => others.has(path) || (path !== entry && isEntry(path)))],
  })
}

/**
 * Leaves packages, style sheets and whatever is picked where they are.
 * @param {(path: string) => boolean} isOutside asked for a whole path
 * @returns {import('esbuild').Plugin}
 */
const keepOutside = (isOutside) => ({
  name: 'keep-outside',
  setup(context) {
    context.onResolve({ filter: /.*/ }, async ({ kind, path, resolveDir }) => {
      if (kind === 'entry-point') return null
      if (!path.startsWith('.')) return { path, external: true }
      if (path.includes('?')) return { path: resolve(resolveDir, path), external: true }
      const found = await context.resolve(`./${path}`, { resolveDir, kind: 'entry-point' })
      return isOutside(found.path) ? { path: found.path, external: true } : null
    })
  },
})

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
  for (const { type, start, end } of program.body) {
    if (type !== 'ImportDeclaration') continue
    text.appendLeft(end, '\n')
    // What stands first cannot be moved there.
    if (start > 0) text.move(start, end, 0)
  }
  text.overwrite(list.start, list.end, `return { ${values.join(', ')} }`)
  const first = program.body.find(({ type }) => type !== 'ImportDeclaration')
  const made = `let made\nconst make = () => (made ??= (() => {\n`
  const calls = names.map((name) => `export const ${name} = (...given) => make().${name}(...given)\n`)
  text.prependRight(first.start, made).append(`\n})())\n${calls.join('')}`)
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}
