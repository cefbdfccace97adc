import { minify } from 'terser'

/** Rounds after which nothing more is found. */
const PASSES = 3

/**
 * Simplifies whole modules before they are bundled: the bundler's own minifier looks at them once, and for less. Only
 * what a page evaluates late, or never: elsewhere functions are marked for browsers (`eager-functions`), and this would
 * take the marks away.
 * @param {readonly RegExp[]} modules
 * @returns {import('vite').Plugin}
 */
export function tightModules(modules) {
  return {
    name: 'tight-modules',
    enforce: 'post',
    async transform(code, id) {
      if (!modules.some((one) => one.test(id))) return null
      const { code: tight, map } = await minify(
        { [id]: code },
        {
          module: true,
          ecma: 2020,
          // Names are the bundler's to shorten, when it has all of them before it.
          mangle: false,
          compress: { passes: PASSES, sequences: false },
          format: { beautify: false },
          sourceMap: true,
        },
      )
      if (tight === undefined || typeof map !== 'string') throw new Error(`Nothing is left of ${id}.`)
      return { code: tight, map }
    },
  }
}
