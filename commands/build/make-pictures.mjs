import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listFiles } from '../runtime/hash-files.mjs'
import { ExpectedError, inProject } from '../runtime/project.mjs'
import { runChild } from '../runtime/run-child.mjs'

/** Latin is enough for English. */
const FONTS = ['bricolage-grotesque-latin.ttf', 'instrument-sans-latin.ttf']
const DRAWING = '.drawing.svg'

/**
 * Converts every `<name>.drawing.svg` in a folder to PNG. The result is the same on every machine, because the child
 * process knows only our fonts.
 * @param {string} folder
 * @returns {Promise<number>} number of images
 */
export async function makePictures(folder) {
  const drawings = (await listFiles(folder)).filter((file) => file.endsWith(DRAWING))
  const scratch = await mkdtemp(join(tmpdir(), 'drawing-'))
  try {
    const env = { FONTCONFIG_FILE: await nameFonts(scratch), PANGOCAIRO_BACKEND: 'fontconfig' }
    const program = inProject('commands', 'build', 'draw.mjs')
    const { code, output } = await runChild(process.execPath, [program, ...drawings], { capture: true, env })
    if (code !== 0) throw new ExpectedError(`${output}\nThe images of the site could not be drawn.`)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  await Promise.all(drawings.map((file) => rm(file)))
  return drawings.length
}

/**
 * @param {string} folder
 * @returns {Promise<string>} path of the font configuration
 */
async function nameFonts(folder) {
  const fonts = join(folder, 'fonts')
  for (const font of FONTS) await cp(inProject('api', 'fonts', font), join(fonts, font))
  const config = join(folder, 'fonts.conf')
  const content = `<fontconfig><dir>${fonts}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`
  await writeFile(config, content)
  return config
}
