import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inProject } from '../runtime/project.mjs'

/**
 * `npm run audit-log`: whether a log of TrustTags has only ever grown. It needs the log's address, and nothing of the server.
 * @returns {Promise<number>} 1 when the log is wrong, 2 when it could not be audited
 */
export async function run() {
  const file = inProject('dist', 'server', 'audit-log.js')
  if (!existsSync(file)) {
    console.error('Not built yet: dist/server/audit-log.js. Run `npm run build` first.')
    return 2
  }
  /** @type {typeof import('./audit-log-command')} */
  const { auditLogCommand } = await import(pathToFileURL(file).href)
  return auditLogCommand(process.argv.slice(2), { now: Date.now, print: console.log, complain: console.error })
}
