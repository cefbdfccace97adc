import { ensureInstalled } from '../runtime/install.mjs'
import { inProject } from '../runtime/project.mjs'
import { buildInChild, buildStale, staleParts } from './build-stale.mjs'
import { parts } from './parts.mjs'

/**
 * `npm run build`: builds all parts into dist/.
 * @param {readonly string[]} args `--stale` builds only what changed; names of parts build only those
 * @returns {Promise<number>} exit code
 */
export async function run(args) {
  await ensureInstalled()
  const named = parts.filter(({ name }) => args.includes(name))
  await buildStale(named.length > 0 ? named : parts, { force: !args.includes('--stale') })
  return 0
}

/**
 * Runs a command that is its own part, after building it if it is stale. Failures here exit with 2, because 1 is a
 * result of the command.
 * @param {string} part name of the part and of the npm script
 * @param {(built: string, terminal: Terminal) => Promise<number>} work gets the folder of the built part
 * @returns {Promise<number>}
 * @typedef {object} Terminal
 * @property {string} cwd where the command was typed: npm runs scripts in the project's folder
 * @property {(text: string) => void} print
 * @property {(line: string) => void} complain
 */
export async function runOwnPart(part, work) {
  // `| head` closes the pipe early.
  process.stdout.on('error', ignoreClosedPipe)
  process.stderr.on('error', ignoreClosedPipe)
  try {
    const stale = await staleParts(parts.filter(({ name }) => name === part))
    if (stale.length > 0 && !(await buildInChild({ only: part, toStderr: true }))) return 2
    return await work(inProject('dist', part), {
      cwd: (process.env['npm_lifecycle_event'] === part && process.env['INIT_CWD']) || process.cwd(),
      print: (text) => void process.stdout.write(`${text}\n`),
      complain: (line) => void process.stderr.write(`${line}\n`),
    })
  } catch (error) {
    console.error(error)
    return 2
  }
}

/** @param {NodeJS.ErrnoException} error */
function ignoreClosedPipe(error) {
  if (error.code !== 'EPIPE') throw error
}
