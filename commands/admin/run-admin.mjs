import { importBuilt } from '../runtime/import-built.mjs'
import { inProject } from '../runtime/project.mjs'

/**
 * `npm run admin`: secret keys, webhooks, members and definitions of apps. The server may run meanwhile.
 * @returns {Promise<number>} 1 when something is refused or nothing is built, 2 when it was asked wrongly
 */
export async function run() {
  /** @type {typeof import('./admin-command') | null} */
  const built = await importBuilt('admin')
  if (!built) return 1
  // Questions go to the terminal, and not among what a program reads.
  const terminal = process.stdin.isTTY ? built.openTerminal(process.stdin, process.stderr) : null
  const code = await built.adminCommand(process.argv.slice(2), {
    env: process.env,
    terminal,
    banksFolder: inProject('dist', 'banks'),
    print: console.log,
    complain: console.error,
  })
  terminal?.close()
  return code
}
