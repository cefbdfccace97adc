import { join } from 'node:path'
import { listFiles } from '../runtime/hash-files.mjs'
import { runVite } from './run-vite.mjs'

/**
 * The TrustTag site with every route prerendered.
 * @param {string} into folder that gets `site/`
 */
export async function buildSite(into) {
  const folder = join(into, 'site')
  await runVite('vite.site.config.ts', folder)
  const pages = (await listFiles(folder)).filter((file) => file.endsWith('.html'))
  return [`${pages.length} pages`]
}
