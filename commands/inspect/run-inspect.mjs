import { pathToFileURL } from 'node:url'
import { buildInChild } from '../build/build-in-child.mjs'
import { staleParts } from '../build/build-stale.mjs'
import { parts } from '../build/parts.mjs'
import { inProject } from '../runtime/project.mjs'

const PART = 'inspect'

/**
 * `npm run inspect`: checks pages by the rules of the inspector, which are built first when they have changed.
 * @returns {Promise<number>} 0 no errors, 1 errors on a page, 2 when it could not do what it was asked
 */
export async function run() {
  // `| head` takes what it wants and goes.
  process.stdout.on('error', ignoreClosedPipe)
  process.stderr.on('error', ignoreClosedPipe)
  try {
    const stale = await staleParts(parts.filter(({ name }) => name === PART))
    if (stale.length > 0 && !(await buildInChild({ only: PART, toStderr: true }))) return 2
    /** @type {typeof import('./inspect-command')} */
    const { inspectCommand } = await import(pathToFileURL(inProject('dist', PART, 'inspect.js')).href)
    return await inspectCommand(process.argv.slice(2), {
      cwd: typedIn(),
      colour: process.stdout.isTTY && !process.env['NO_COLOR'],
      print: (text) => void process.stdout.write(`${text}\n`),
      complain: (line) => void process.stderr.write(`${line}\n`),
    })
  } catch (error) {
    // Exit code 1 would say that a page has errors.
    console.error(error)
    return 2
  }
}

/** The folder in which the command was typed: npm runs scripts in the project's. */
const typedIn = () => (process.env['npm_lifecycle_event'] === 'inspect' && process.env['INIT_CWD']) || process.cwd()

/** @param {NodeJS.ErrnoException} error */
function ignoreClosedPipe(error) {
  if (error.code !== 'EPIPE') throw error
}
