import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inProject } from '../runtime/project.mjs'

/**
 * `npm run witness`: watches public logs of TrustTags, on a machine of its own. It needs no database and none of our settings.
 * @returns {Promise<number | void>} 1 when it cannot start or nothing is built, 2 when it was asked wrongly; else it runs until
 *   a signal
 */
export async function run() {
  const file = inProject('dist', 'server', 'witness.js')
  if (!existsSync(file)) {
    console.error('Not built yet: dist/server/witness.js. Run `npm run build` first.')
    return 1
  }
  /** @type {typeof import('./witness-command')} */
  const { witnessCommand } = await import(pathToFileURL(file).href)
  return witnessCommand(process.argv.slice(2), {
    print: console.log,
    complain: console.error,
    signals: process,
    env: process.env,
  })
}
