import { importBuilt } from '../runtime/import-built.mjs'

/**
 * `npm run witness`: watches public logs of TrustTags, on a machine of its own. It needs no database and none of our settings.
 * @returns {Promise<number | void>} 1 when it cannot start or nothing is built, 2 when it was asked wrongly; else it runs until
 *   a signal
 */
export async function run() {
  /** @type {typeof import('./witness-command') | null} */
  const built = await importBuilt('witness')
  if (!built) return 1
  return built.witnessCommand(process.argv.slice(2), {
    print: console.log,
    complain: console.error,
    signals: process,
    env: process.env,
  })
}
