import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'

export interface Pixels {
  width: number
  height: number
  /** RGBA, row by row. */
  data: Uint8Array
}

const PROGRAM = `
const sharp = require(process.argv[1])
const chunks = []
process.stdin.on('data', (part) => chunks.push(part)).on('end', async () => {
  const { data, info } = await sharp(Buffer.concat(chunks)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  process.stdout.write(JSON.stringify({ width: info.width, height: info.height, data: data.toString('base64') }))
})`

/** Renders an SVG in a child process, because other tests restrict the library in theirs. */
export function drawPixels(svg: string): Pixels {
  const library = createRequire(import.meta.url).resolve('sharp')
  const options = { input: svg, encoding: 'utf8', maxBuffer: 50_000_000 } as const
  const drawn: { width: number; height: number; data: string } = JSON.parse(
    execFileSync(process.execPath, ['-e', PROGRAM, library], options),
  )
  return { ...drawn, data: new Uint8Array(Buffer.from(drawn.data, 'base64')) }
}
