import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inProject } from '../runtime/project.mjs'

/**
 * `npm run mirror`: how many records wait for their copy at the spreadsheet service.
 * @returns {Promise<number>} 1 when nothing is built or no service is set up
 */
export async function run() {
  const file = inProject('dist', 'server', 'mirror.js')
  if (!existsSync(file)) {
    console.error('Not built yet: dist/server/mirror.js. Run `npm run build` first.')
    return 1
  }
  /** @type {typeof import('./report-mirror')} */
  const { reportMirror } = await import(pathToFileURL(file).href)
  return reportMirror(process.env, console.log)
}
