import { ensureInstalled } from '../install/ensure-installed.mjs'
import { buildStale } from './build-stale.mjs'
import { parts } from './parts.mjs'

/**
 * `npm run build`: builds the widget, the site, the server and the inspect command into dist/.
 * @param {readonly string[]} args `--stale` builds only what changed; names of parts build only those
 * @returns {Promise<number>} exit code
 */
export async function run(args) {
  await ensureInstalled()
  const named = parts.filter(({ name }) => args.includes(name))
  await buildStale(named.length > 0 ? named : parts, { force: !args.includes('--stale') })
  return 0
}
