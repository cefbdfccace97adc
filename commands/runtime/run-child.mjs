import { spawn } from 'node:child_process'
import { root } from './project.mjs'

/**
 * @typedef {object} ChildOptions
 * @property {Record<string, string | undefined>} [env] added to this process's environment; undefined removes a name
 * @property {boolean} [capture] collects the output instead of showing it
 * @property {boolean} [toStderr] shows all output on stderr, because stdout is for a report
 * @property {string} [cwd] default: the repository's root
 */

const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM'])

/**
 * Runs a program to its end. A signal to this process is forwarded, and ends this process with the child.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {ChildOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} `code` is 127 if the program does not exist; `output` is empty
 * unless captured
 */
export function runChild(program, args, { env = {}, capture = false, toStderr = false, cwd = root } = {}) {
  return new Promise((resolve) => {
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = capture ? ['ignore', 'pipe', 'pipe'] : toStderr ? ['inherit', 2, 2] : 'inherit'
    const child = spawn(program, [...args], { cwd, env: { ...process.env, ...env }, stdio })
    /** @type {Buffer[]} */
    const chunks = []
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    const handlers = FORWARDED.map((signal) => {
      const handler = () => endWith(child, signal)
      process.once(signal, handler)
      return { signal, handler }
    })
    /** @param {number} code @param {string} extra */
    const finish = (code, extra) => {
      for (const { signal, handler } of handlers) process.off(signal, handler)
      resolve({ code, output: Buffer.concat(chunks).toString('utf8') + extra })
    }
    child.once('error', (error) => finish(127, `${error.message}\n`))
    child.once('close', (code) => finish(code ?? 1, ''))
  })
}

/** @param {import('node:child_process').ChildProcess} child @param {'SIGINT' | 'SIGTERM'} signal */
function endWith(child, signal) {
  const exit = () => process.exit(signal === 'SIGINT' ? 130 : 143)
  child.once('close', exit)
  child.kill(signal)
  // A child that ignores the signal must not block the terminal.
  setTimeout(() => child.kill('SIGKILL'), 5_000).unref()
}

/**
 * Runs an installed npm package with this Node.
 * @param {string} script path below node_modules
 * @param {readonly string[]} args
 * @param {ChildOptions} [options]
 */
export const runTool = (script, args, options) =>
  runChild(process.execPath, [`${root}/node_modules/${script}`, ...args], options)
