import { createInterface } from 'node:readline/promises'
import { importBuilt } from '../runtime/import-built.mjs'

/**
 * `npm run keys`: the keys that TrustTags and the log are signed with. The server may run meanwhile.
 * @returns {Promise<number>} 1 when something is refused or nothing is built, 2 when it was asked wrongly
 */
export async function run() {
  /** @type {typeof import('./keys-command') | null} */
  const built = await importBuilt('keys')
  if (!built) return 1
  return built.keysCommand(process.argv.slice(2), {
    env: process.env,
    ask,
    print: console.log,
    complain: console.error,
  })
}

/**
 * @param {string} question
 * @returns {Promise<string>} one line; nothing where there is none
 */
async function ask(question) {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const ended = new Promise((resolve) => lines.once('close', () => resolve('')))
    return String(await Promise.race([lines.question(question), ended]))
  } finally {
    lines.close()
  }
}
