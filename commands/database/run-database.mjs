import { importBuilt } from '../runtime/import-built.mjs'

/**
 * `npm run database`: what the database holds, copies and backups of the installation, its schema.
 * @returns {Promise<number>} 1 when something is refused or nothing is built, 2 when it was asked wrongly
 */
export async function run() {
  /** @type {typeof import('./database-command') | null} */
  const built = await importBuilt('database')
  if (!built) return 1
  return built.databaseCommand(process.argv.slice(2), {
    env: process.env,
    print: console.log,
    complain: console.error,
  })
}
