import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { KEPT_EXPORTS } from './kept-exports.mjs'
import { takenStyleTexts } from './style-texts.mjs'

/** What of React the sources may take. Import → names. @type {Record<string, readonly string[]>} */
const REACT = {
  react: KEPT_EXPORTS['react/cjs/react.production.js'] ?? [],
  'react-dom': KEPT_EXPORTS['react-dom/cjs/react-dom.production.js'] ?? [],
  'react-dom/client': ['createRoot'],
  'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
}

/** Packages that one module alone needs, and that need React: they go with it. */
const PACKAGES = new Set(['@nanostores/react', '@r2wc/react-to-web-component', '@r2wc/core'])

/**
 * What these have for callers other than ours: a store is always followed whole, and the element has neither attributes
 * nor events. File → what stands there and what takes its place.
 * @type {Record<string, readonly (readonly [string | RegExp, string])[]>}
 */
const UNUSED = {
  '/@nanostores/react/index.js': [
    ['keys?.length > 0', 'false'],
    ["ssr && 'init' in store", 'false'],
  ],
  '/@r2wc/core/dist/core.js': [
    ['string: E,\n  number: x,\n  boolean: C,\n  function: O,\n  method: P,\n  json: j', ''],
    [/ {2}e\.props \|\|.+?(?= {2}class v )/s, ''],
    [/ {4}static get observedAttributes.+?(?= {4}\[y\])/s, ''],
    [/ {6}for \(const s of n\).+?(?= {4}connectedCallback)/s, '    }\n'],
    [/ {4}attributeChangedCallback.+?(?= {4}\[b\]\(\))/s, ''],
    [/ {2}for \(const r of n\).+?(?= {2}return v)/s, ''],
  ],
}

/** @type {import('esbuild').BuildOptions & { write: false, metafile: true }} */
const options = {
  bundle: true,
  write: false,
  metafile: true,
  format: 'esm',
  jsx: 'automatic',
  target: 'es2022',
  define: { 'process.env.NODE_ENV': '"production"' },
}

/**
 * Every file that a program needs besides one of its modules and what only that one needs.
 * @param {string} root the program's first file
 * @param {string} entry
 */
export async function reachedWithout(root, entry) {
  const plugins = [keepOutside((path) => path === entry), reactNames, takenStyleTexts, withoutUnused]
  const { metafile } = await build({ ...options, entryPoints: [root], outfile: `${entry}.js`, plugins })
  return new Set(Object.keys(metafile.inputs).map((input) => resolve(input)))
}

/**
 * An entry and all that it needs as one module; what is kept outside stays an import.
 * @param {string} entry
 * @param {(path: string) => boolean} isOutside asked for a whole path
 */
export async function bundleOwn(entry, isOutside) {
  const plugins = [keepOutside(isOutside), reactNames, takenStyleTexts, withoutUnused]
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: [entry],
    outfile: `${entry}.js`,
    sourcemap: 'external',
    plugins,
  })
  const text = (/** @type {string} */ extension) => outputFiles.find(({ path }) => path.endsWith(extension))?.text
  const files = Object.keys(metafile.inputs).filter((input) => !input.startsWith('react-names:'))
  const inputs = files.map((input) => input.replace(/^style-text:/, ''))
  return { code: text('.js') ?? '', map: text('.map') ?? null, inputs }
}

/**
 * Leaves packages and whatever is picked where they are.
 * @param {(path: string) => boolean} isOutside asked for a whole path
 * @returns {import('esbuild').Plugin}
 */
const keepOutside = (isOutside) => ({
  name: 'keep-outside',
  setup(context) {
    context.onResolve({ filter: /.*/ }, async ({ kind, path, resolveDir }) => {
      if (kind === 'entry-point' || path.endsWith('?inline') || Object.hasOwn(REACT, path)) return null
      if (!path.startsWith('.')) return PACKAGES.has(path) ? null : { path, external: true }
      const found = await context.resolve(`./${path}`, { resolveDir, kind: 'entry-point' })
      return isOutside(found.path) ? { path: found.path, external: true } : null
    })
  },
})

/**
 * Each file's own names for what it imports of React become one for all of them; and what has been left out of React
 * cannot be imported. @type {import('esbuild').Plugin}
 */
const reactNames = {
  name: 'react-names',
  setup(context) {
    const filter = new RegExp(`^(${Object.keys(REACT).join('|')})$`)
    context.onResolve({ filter }, ({ path, namespace }) =>
      namespace === 'react-names' ? { path, external: true } : { path, namespace: 'react-names' },
    )
    context.onLoad({ filter, namespace: 'react-names' }, ({ path }) => {
      // A name that nobody imports is dropped: to read it is said to change nothing.
      const names = REACT[path]?.map((name) => `export const ${name} = /* @__PURE__ */ (() => whole.${name})()\n`) ?? []
      return { contents: `import * as whole from '${path}'\nexport default whole\n${names.join('')}`, loader: 'js' }
    })
  },
}

/** @type {import('esbuild').Plugin} */
const withoutUnused = {
  name: 'without-unused',
  setup(context) {
    context.onLoad({ filter: /\/(@nanostores|@r2wc)\/.*\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8')
      const changes = Object.entries(UNUSED).find(([file]) => path.endsWith(file))?.[1] ?? []
      for (const [from, to] of changes) {
        const changed = contents.replace(from, to)
        if (changed === contents) throw new Error(`${path} no longer has ${from}: look at bundle-own.mjs.`)
        contents = changed
      }
      return { contents, loader: 'js' }
    })
  },
}
