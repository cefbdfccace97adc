import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build, transform } from 'esbuild'

/** Packages that one module alone needs, and that need React: they go with it. */
const PACKAGES = ['@nanostores/react', '@r2wc/react-to-web-component', '@r2wc/core']

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
  const plugins = [keepOutside((path) => path === entry), styleTexts]
  const { metafile } = await build({ ...options, entryPoints: [root], outfile: `${entry}.js`, plugins })
  return new Set(Object.keys(metafile.inputs).map((input) => resolve(input)))
}

/**
 * An entry and all that it needs as one module; what is kept outside stays an import.
 * @param {string} entry
 * @param {(path: string) => boolean} isOutside asked for a whole path
 */
export async function bundleOwn(entry, isOutside) {
  const plugins = [keepOutside(isOutside), styleTexts]
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: [entry],
    outfile: `${entry}.js`,
    sourcemap: 'external',
    plugins,
  })
  const text = (/** @type {string} */ extension) => outputFiles.find(({ path }) => path.endsWith(extension))?.text
  const inputs = Object.keys(metafile.inputs).map((input) => input.replace(/^style-text:/, ''))
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
    context.onResolve({ filter: /.*/ }, async ({ kind, path, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === context || path.endsWith('?inline')) return null
      if (!path.startsWith('.')) return PACKAGES.includes(path) ? null : { path, external: true }
      const found = await context.resolve(`./${path}`, { resolveDir, kind: 'entry-point' })
      return isOutside(found.path) ? { path: found.path, external: true } : null
    })
  },
})

/** `import text from './a.css?inline'`: the rules as text, as short as they can be said. @type {import('esbuild').Plugin} */
const styleTexts = {
  name: 'style-texts',
  setup(context) {
    context.onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace(/\?inline$/, '')),
      namespace: 'style-text',
    }))
    context.onLoad({ filter: /.*/, namespace: 'style-text' }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true })
      return { contents: code.trim(), loader: 'text' }
    })
  },
}
