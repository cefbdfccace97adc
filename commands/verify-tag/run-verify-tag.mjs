import { pathToFileURL } from 'node:url'
import { buildInChild } from '../build/build-in-child.mjs'
import { staleParts } from '../build/build-stale.mjs'
import { parts } from '../build/parts.mjs'
import { inProject } from '../runtime/project.mjs'

const PART = 'verify-tag'

/**
 * `npm run verify-tag`: checks a TrustTag from its file. The check is built first when it has changed.
 * @returns {Promise<number>} 0 valid, 1 not valid, 2 when it could not do what it was asked
 */
export async function run() {
  // `| head` takes what it wants and goes.
  process.stdout.on('error', ignoreClosedPipe)
  process.stderr.on('error', ignoreClosedPipe)
  try {
    const stale = await staleParts(parts.filter(({ name }) => name === PART))
    if (stale.length > 0 && !(await buildInChild({ only: PART, toStderr: true }))) return 2
    /** @type {typeof import('./verify-tag-command')} */
    const { verifyTagCommand } = await import(pathToFileURL(inProject('dist', PART, 'verify-tag.js')).href)
    return await verifyTagCommand(process.argv.slice(2), {
      cwd: typedIn(),
      now: Date.now,
      print: (text) => void process.stdout.write(`${text}\n`),
      complain: (line) => void process.stderr.write(`${line}\n`),
    })
  } catch (error) {
    // Exit code 1 would say that a TrustTag is not valid.
    console.error(error)
    return 2
  }
}

/** The folder in which the command was typed: npm runs scripts in the project's. */
const typedIn = () => (process.env['npm_lifecycle_event'] === PART && process.env['INIT_CWD']) || process.cwd()

/** @param {NodeJS.ErrnoException} error */
function ignoreClosedPipe(error) {
  if (error.code !== 'EPIPE') throw error
}
