import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { inProject } from '../runtime/project.mjs'
import { widgetDeclarations } from './declarations/widget-declarations.mjs'
import { inspectorHelp } from './inspector-help.mjs'
import { runVite } from './bundle.mjs'

/**
 * Builds the widget's script, types, translations and inspector help, each with compressed copies, and copies its
 * media.
 * @param {string} into folder that gets `widget/`
 */
export async function buildWidget(into) {
  const folder = join(into, 'widget')
  const { version } = JSON.parse(await readFile(inProject('package.json'), 'utf8'))
  await runVite('vite.widget.config.ts', folder)
  const script = join(folder, 'membership.js')
  const sizes = await precompress(script)
  await writeText(join(folder, 'membership.d.ts'), await widgetDeclarations(version))
  await copyTranslations(join(folder, 'translations'))
  await writeJson(join(folder, 'inspector-help.json'), await inspectorHelp())
  await cp(inProject('widget', 'media'), join(folder, 'media'), { recursive: true })
  return [
    `dist/widget/membership.js, version ${version}: ${kB(sizes.plain)}, gzip ${kB(sizes.gzip)}, brotli ${kB(sizes.brotli)}`,
    `/membership@${version}.js  integrity="${integrity(await readFile(script))}"`,
  ]
}

/** Minifies each translation. @param {string} into */
async function copyTranslations(into) {
  const from = inProject('widget', 'translations')
  await mkdir(into)
  for (const name of await readdir(from)) {
    const texts = JSON.parse(await readFile(join(from, name), 'utf8'))
    await writeJson(join(into, name), texts)
  }
}

/** @param {string} file @param {unknown} value */
const writeJson = (file, value) => writeText(file, JSON.stringify(value))

/** @param {string} file @param {string} text */
async function writeText(file, text) {
  await writeFile(file, text)
  await precompress(file)
}

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

/** The value of an `integrity` attribute (Subresource Integrity). @param {Buffer} content */
const integrity = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`

/**
 * Writes `<file>.gz` and `<file>.br` at the highest levels, so that no request pays for compression.
 * @param {string} file
 * @returns {Promise<{ plain: number, gzip: number, brotli: number }>} sizes in bytes
 */
export async function precompress(file) {
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [gz, br] = await Promise.all([
    promisify(gzip)(content, { level: 9 }),
    promisify(brotliCompress)(content, { params }),
  ])
  await Promise.all([writeFile(`${file}.gz`, gz), writeFile(`${file}.br`, br)])
  return { plain: content.length, gzip: gz.length, brotli: br.length }
}
