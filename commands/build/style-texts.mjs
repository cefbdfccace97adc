import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { transform } from 'esbuild'
import { inProject } from '../runtime/project.mjs'

const MODULE = 'virtual:style-texts'

const files = readdirSync(inProject('widget'), { recursive: true, encoding: 'utf8' })
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
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null
      const texts = await Promise.all(files.map(minified))
      for (const file of files) this.addWatchFile(file)
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
      contents: `import { styleTexts } from '${MODULE}'\nexport default styleTexts[${files.indexOf(path)}]()\n`,
      loader: 'js',
    }))
  },
}
