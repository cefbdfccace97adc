import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inProject } from '../runtime/project.mjs'
import { precompress } from './precompress.mjs'
import { runVite } from './run-vite.mjs'

/**
 * The widget as one script, with its compressed forms beside it.
 * @param {string} into folder that gets `widget/`
 */
export async function buildWidget(into) {
  const folder = join(into, 'widget')
  await runVite('vite.widget.config.ts', folder)
  const script = join(folder, 'membership.js')
  const sizes = await precompress(script)
  const { version } = JSON.parse(await readFile(inProject('package.json'), 'utf8'))
  return [
    `dist/widget/membership.js, version ${version}: ${kB(sizes.plain)}, gzip ${kB(sizes.gzip)}, brotli ${kB(sizes.brotli)}`,
    `/membership@${version}.js  integrity="${integrity(await readFile(script))}"`,
  ]
}

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

/** The value of an `integrity` attribute (Subresource Integrity). @param {Buffer} content */
const integrity = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`
