import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inProject } from '../../runtime/project.mjs'
import { readWoff2 } from './read-woff2.mjs'

/** The fonts that may be drawn with: those of the site. */
const FONTS = ['bricolage-grotesque', 'instrument-sans']
/** Where they come from. */
export const FONT_PACKAGES = FONTS.map((font) => `@fontsource-variable/${font}`)
/** Names of people need more letters than English has. */
export const ALL_LETTERS = ['latin', 'latin-ext']

/**
 * Writes the site's fonts as TrueType files, such as `instrument-sans-latin.ttf`.
 * @param {string} folder made when it is missing
 * @param {readonly string[]} letters sets of letters, as the font packages call them
 */
export async function writeFonts(folder, letters) {
  await mkdir(folder, { recursive: true })
  for (const font of FONTS)
    for (const set of letters) {
      const files = inProject('node_modules', '@fontsource-variable', font, 'files')
      const packed = await readFile(join(files, `${font}-${set}-wght-normal.woff2`))
      await writeFile(join(folder, `${font}-${set}.ttf`), readWoff2(packed))
    }
}
