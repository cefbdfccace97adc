import { dirname, resolve } from 'node:path'
import { build } from 'esbuild'
import MagicString from 'magic-string'

const ENTRY = 'widget/modals/host.tsx'

/**
 * Puts all of the modals into one function, which runs when the first modal is wanted. As separate modules they
 * would be wrapped too, but each of their functions would be made at page load and wait there.
 * @returns {import('vite').Plugin}
 */
export function lazyModals() {
  return {
    name: 'lazy-modals',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(`/${ENTRY}`)) return null
      const { outputFiles, metafile } = await bundleFolder(id)
      for (const input of Object.keys(metafile.inputs)) this.addWatchFile(resolve(input))
      const text = (/** @type {string} */ extension) => outputFiles.find(({ path }) => path.endsWith(extension))?.text
      return { code: text('.js') ?? '', map: text('.map') ?? null, moduleType: 'js' }
    },
    transform(code, id) {
      return id.endsWith(`/${ENTRY}`) ? inOneFunction(code, this.parse(code)) : null
    },
  }
}

/** Everything in the entry's folder as one module; what it takes from elsewhere stays an import. @param {string} entry */
function bundleFolder(entry) {
  const folder = dirname(entry)
  return build({
    entryPoints: [entry],
    outfile: `${entry}.js`,
    bundle: true,
    write: false,
    metafile: true,
    sourcemap: 'external',
    format: 'esm',
    jsx: 'automatic',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'own-folder',
        setup(context) {
          context.onResolve({ filter: /.*/ }, ({ kind, path, resolveDir }) => {
            if (kind === 'entry-point') return null
            const isRelative = path.startsWith('.')
            const full = isRelative ? resolve(resolveDir, path) : path
            const isOurs = isRelative && full.startsWith(`${folder}/`) && !path.includes('?')
            return isOurs ? null : { path: full, external: true }
          })
        },
      },
    ],
  })
}

/**
 * Keeps the imports outside and puts everything else into a function that is called at once, when the module is.
 * @param {string} code an ES module with one `export { … }`
 * @param {{ body: any[] }} program the same as ESTree nodes
 */
export function inOneFunction(code, program) {
  const text = new MagicString(code)
  const exports = program.body.filter(({ type }) => type.startsWith('Export'))
  const [list] = exports
  if (exports.length !== 1 || list.declaration || list.source) throw new Error('One list of exports is expected.')
  const names = list.specifiers.map((/** @type {any} */ { local }) => local.name).join(', ')
  for (const { type, start, end } of program.body) {
    if (type !== 'ImportDeclaration') continue
    text.appendLeft(end, '\n')
    // What stands first cannot be moved there.
    if (start > 0) text.move(start, end, 0)
  }
  text.overwrite(list.start, list.end, `return { ${names} }`)
  const first = program.body.find(({ type }) => type !== 'ImportDeclaration')
  text.prependRight(first.start, `export const { ${names} } = (() => {\n`).append('\n})()\n')
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}
