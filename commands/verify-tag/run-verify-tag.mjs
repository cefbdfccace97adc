import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runOwnPart } from '../build/run-own-part.mjs'

/**
 * `npm run verify-tag`: checks a TrustTag from its file.
 * @returns {Promise<number>} 0 valid, 1 not valid, 2 when it could not do what it was asked
 */
export function run() {
  return runOwnPart('verify-tag', async (built, terminal) => {
    /** @type {typeof import('./verify-tag-command')} */
    const { verifyTagCommand } = await import(pathToFileURL(join(built, 'verify-tag.js')).href)
    return verifyTagCommand(process.argv.slice(2), { ...terminal, now: Date.now })
  })
}
