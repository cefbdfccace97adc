import { buildInChild } from '../build/build-in-child.mjs'
import { staleParts } from '../build/build-stale.mjs'
import { parts } from '../build/parts.mjs'
import { ensureInstalled } from '../install/ensure-installed.mjs'
import { run as serve } from '../serve/run-serve.mjs'

/**
 * `npm start`: installs what is missing, builds what is stale, and serves. The server runs in this very process, so a
 * signal reaches it and nothing stays behind.
 * @returns {Promise<number | void>} an exit code when it could not start
 */
export async function run() {
  await ensureInstalled()
  if ((await staleParts(parts)).length > 0 && !(await buildInChild())) return 1
  return serve()
}
