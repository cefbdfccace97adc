import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runOwnPart } from '../build/run-own-part.mjs'

/**
 * `npm run inspect`: checks pages by the rules of the inspector.
 * @returns {Promise<number>} 0 no errors, 1 errors on a page, 2 when it could not do what it was asked
 */
export function run() {
  return runOwnPart('inspect', async (built, terminal) => {
    /** @type {typeof import('./inspect-command')} */
    const { inspectCommand } = await import(pathToFileURL(join(built, 'inspect.js')).href)
    const colour = process.stdout.isTTY && !process.env['NO_COLOR']
    return inspectCommand(process.argv.slice(2), { ...terminal, colour })
  })
}
