import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

/**
 * Reads drawings as JSON and writes pictures as JSON. A process of its own: in ours the library reads no drawings, because
 * a stranger's could hold addresses and scripts (`files/load-sharp`).
 */
const PROGRAM = `
const sharp = require(process.argv[1])
sharp.concurrency(1)
let sent = ''
process.stdin.on('data', (part) => { sent += part }).on('end', async () => {
  const pictures = []
  for (const drawing of JSON.parse(sent))
    pictures.push((await sharp(Buffer.from(drawing)).png({ palette: true, colours: 128 }).toBuffer()).toString('base64'))
  process.stdout.write(JSON.stringify(pictures))
})`

const TIMEOUT_MS = 60_000
const ANSWER_MAX_BYTES = 200_000_000

/** Makes a PNG of each SVG. They may hold no text: there are no fonts. */
export async function rasterise(drawings: readonly string[]): Promise<Uint8Array[]> {
  const library = createRequire(import.meta.url).resolve('sharp')
  const running = promisify(execFile)(process.execPath, ['-e', PROGRAM, library], {
    // Nothing of our own environment, which holds secrets.
    env: {},
    timeout: TIMEOUT_MS,
    maxBuffer: ANSWER_MAX_BYTES,
  })
  running.child.stdin?.on('error', () => {}).end(JSON.stringify(drawings))
  const { stdout } = await running
  const pictures: unknown = JSON.parse(stdout)
  if (!Array.isArray(pictures)) throw new Error('The drawing process answered something else.')
  return pictures.map((picture) => new Uint8Array(Buffer.from(String(picture), 'base64')))
}
