import { dirname, resolve } from 'node:path'
import { inProject } from '../runtime/project.mjs'
import { atFirstCall } from './at-first-call.mjs'
import { bundleOwn, reachedWithout } from './bundle-own.mjs'
import { withoutImportCalls } from './without-import-calls.mjs'

const ROOT = 'widget/index.ts'

/** Modules that export functions only, which most pages never call. */
const ENTRIES = [
  'widget/directives/on-demand.ts',
  'widget/captcha/create-captcha.ts',
  'widget/modals/host.tsx',
  'widget/inspector/start-inspector.ts',
  'widget/inspector/sidebar/mount-sidebar.tsx',
]

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
      if (!/\/widget\/.*\.ts$/.test(id) || !code.includes('import(')) return null
      const isLazy = (/** @type {string} */ path) => isEntry(`${resolve(dirname(id), path)}.tsx`)
      return withoutImportCalls(code, this.parse(code, { lang: 'ts' }), isLazy)
    },
  }
}

/** @param {string} id */
const isEntry = (id) => ENTRIES.some((entry) => id.endsWith(`/${entry}`))
