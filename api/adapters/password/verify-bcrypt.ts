import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** Runs beside the server: the library is JavaScript, and its work would hold up every other request. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { compareSync } = require(workerData.library)
parentPort.postMessage(compareSync(workerData.password, workerData.hash))
`

/** Whether the password is the one of the hash. As everywhere, bcrypt reads the first 72 bytes of a password. */
export async function verifyBcrypt(hash: string, password: string): Promise<boolean> {
  const library = createRequire(import.meta.url).resolve('bcryptjs')
  const worker = new Worker(PROGRAM, { eval: true, execArgv: [], env: {}, workerData: { library, hash, password } })
  return new Promise((resolve, reject) => {
    worker.once('message', (matches: unknown) => resolve(matches === true))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The check of a bcrypt hash ended with ${code}.`)))
  })
}
