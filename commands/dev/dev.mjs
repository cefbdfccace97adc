import { spawn } from 'node:child_process'
import { buildInChild, staleParts } from '../build/build-stale.mjs'
import { parts } from '../build/parts.mjs'
import { ensureInstalled } from '../runtime/install.mjs'
import { inProject, root } from '../runtime/project.mjs'
import { watchInputs } from './watch-inputs.mjs'

/**
 * `npm run dev`: serves, rebuilds stale parts on save, and restarts the server if its code changed. Widget, site and
 * demo pages are read from disk and only need a reload.
 * @returns {Promise<void>} runs until a signal
 */
export async function run() {
  await ensureInstalled()
  await buildInChild()
  let server = startServer()
  const stopWatching = watchInputs(root, [...new Set(parts.flatMap((part) => part.inputs))], async () => {
    const stale = (await staleParts(parts)).map((part) => part.name)
    if (stale.length === 0 || !(await buildInChild())) return
    if (!stale.includes('server') && server.exitCode === null) return
    await stopServer(server)
    server = startServer()
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => {
      stopWatching()
      void stopServer(server).then(() => process.exit(0))
    })
  }
}

function startServer() {
  const server = spawn(process.execPath, [inProject('commands', 'run.mjs'), 'serve'], { cwd: root, stdio: 'inherit' })
  server.once('exit', (code) => {
    if (code) console.log('The server stopped. It restarts after the next change.')
  })
  return server
}

/** @param {import('node:child_process').ChildProcess} server @returns {Promise<void>} */
function stopServer(server) {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
}
