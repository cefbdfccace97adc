import { importBuilt } from '../runtime/import-built.mjs'

/**
 * `npm run mirror`: how many records wait for their copy at the spreadsheet service.
 * @returns {Promise<number>} 1 when nothing is built or no service is set up, 2 when it was asked wrongly
 */
export async function run() {
  /** @type {typeof import('./report-mirror') | null} */
  const built = await importBuilt('mirror')
  if (!built) return 1
  return built.reportMirror(process.argv.slice(2), {
    env: process.env,
    print: console.log,
    complain: console.error,
  })
}
