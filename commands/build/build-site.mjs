import { join } from 'node:path'
import { listFiles } from '../runtime/hash-files.mjs'
import { makePictures } from './drawings/make-pictures.mjs'
import { runVite } from './run-vite.mjs'

/**
 * The TrustTag site with every route prerendered, and its pictures drawn.
 * @param {string} into folder that gets `site/`
 */
export async function buildSite(into) {
  const folder = join(into, 'site')
  await runVite('vite.site.config.ts', folder)
  const pictures = await makePictures(folder)
  const pages = (await listFiles(folder)).filter((file) => file.endsWith('.html'))
  return [`${pages.length} pages, ${pictures} pictures`]
}
