import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inProject } from '../runtime/project.mjs'

const NEEDED = ['server/serve.js', 'site/index.html', 'widget/membership.js']

/**
 * `npm run serve`: serves what is built, and does nothing else.
 * @returns {Promise<number | void>} 1 when nothing is built or a server could not start; else it runs until a signal
 */
export async function run() {
  const missing = NEEDED.filter((file) => !existsSync(inProject('dist', file)))
  if (missing.length > 0) {
    console.error(`Not built yet: dist/${missing.join(', dist/')}. Run \`npm run build\` first.`)
    return 1
  }
  /** @type {typeof import('./serve')} */
  const { serve } = await import(pathToFileURL(inProject('dist', 'server', 'serve.js')).href)
  return serve(process.env)
}
