import { importBuilt } from '../runtime/import-built.mjs'

/**
 * `npm run audit-log`: whether a log of TrustTags has only ever grown. It needs the log's address, and nothing of the server.
 * @returns {Promise<number>} 1 when the log is wrong, 2 when it could not be audited
 */
export async function run() {
  /** @type {typeof import('./audit-log-command') | null} */
  const built = await importBuilt('audit-log')
  if (!built) return 2
  return built.auditLogCommand(process.argv.slice(2), { now: Date.now, print: console.log, complain: console.error })
}
