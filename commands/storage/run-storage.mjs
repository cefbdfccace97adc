import { importBuilt } from '../runtime/import-built.mjs'

/**
 * `npm run storage`: tries the place where files of members are kept, and copies them from one place to another.
 * @returns {Promise<number>} 1 when something is refused or failed, or nothing is built, 2 when it was asked wrongly
 */
export async function run() {
  /** @type {typeof import('./storage-command') | null} */
  const built = await importBuilt('storage')
  if (!built) return 1
  return built.storageCommand(process.argv.slice(2), {
    env: process.env,
    print: console.log,
    complain: console.error,
  })
}
