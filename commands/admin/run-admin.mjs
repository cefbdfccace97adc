import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inProject } from '../runtime/project.mjs'

/**
 * `npm run admin`: secret keys, webhooks and members of an app. The server may run meanwhile.
 * @returns {Promise<number>} 1 when something is refused or nothing is built, 2 when it was asked wrongly
 */
export async function run() {
  const file = inProject('dist', 'server', 'admin.js')
  if (!existsSync(file)) {
    console.error('Not built yet: dist/server/admin.js. Run `npm run build` first.')
    return 1
  }
  /** @type {typeof import('./admin-command')} */
  const { adminCommand } = await import(pathToFileURL(file).href)
  return adminCommand(process.argv.slice(2), {
    env: process.env,
    banksFolder: inProject('dist', 'banks'),
    print: console.log,
    complain: console.error,
  })
}
