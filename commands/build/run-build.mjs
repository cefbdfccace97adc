import { ensureInstalled } from '../install/ensure-installed.mjs'
import { buildStale } from './build-stale.mjs'
import { parts } from './parts.mjs'

/**
 * `npm run build`: builds the widget, the site and the server into dist/.
 * @param {readonly string[]} args `--stale` builds only what changed
 * @returns {Promise<number>} exit code
 */
export async function run(args) {
  await ensureInstalled()
  await buildStale(parts, { force: !args.includes('--stale') })
  return 0
}
