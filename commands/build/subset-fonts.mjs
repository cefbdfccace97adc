import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { inProject } from '../runtime/project.mjs'

/** The fonts of the site, with the weights that its style sheets use. */
const FONTS = [
  { name: 'bricolage-grotesque', weights: { min: 400, max: 750 } },
  { name: 'instrument-sans', weights: { min: 400, max: 600 } },
]

/** @param {number} from @param {number} to both are included */
const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

/**
 * `english` is what every page is written in, résumés and degrees included. `latin` is what names of people add. A browser loads a file only for a
 * page that needs its characters (`unicode-range` in `host-site/styles/fonts.css`).
 */
export const PARTS = {
  english: `${range(0x20, 0x7e)}\u{a0}©°·é–—‘’“”•…€→←↑↓−`,
  latin: `${range(0xa1, 0xff)}ıŒœ‚„†‡‰‹›™`,
}

/**
 * Cuts the packages' fonts down to what the site shows; a style sheet names them as `@subset/<font>/<font>-<part>.woff2`.
 * @returns {import('vite').Plugin}
 */
export function subsetFonts() {
  // Under the names of their packages, so that the notices name these (commands/packages/notices.mjs).
  const folder = inProject('node_modules', '.subset-fonts', 'node_modules', '@fontsource-variable')
  return {
    name: 'subset-fonts',
    config: () => ({ resolve: { alias: { '@subset': folder } } }),
    async buildStart() {
      for (const { name, weights } of FONTS) {
        await mkdir(join(folder, name), { recursive: true })
        const files = inProject('node_modules', '@fontsource-variable', name, 'files')
        const font = await readFile(join(files, `${name}-latin-wght-normal.woff2`))
        for (const [part, characters] of Object.entries(PARTS)) {
          const variationAxes = { wght: weights }
          const content = await subsetFont(font, characters, { targetFormat: 'woff2', variationAxes })
          // Another build may be reading it.
          const file = join(folder, name, `${name}-${part}.woff2`)
          await writeFile(`${file}.${process.pid}`, content)
          await rename(`${file}.${process.pid}`, file)
        }
      }
    },
  }
}
