import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, gunzip, gzip } from 'node:zlib'

/** One encoding of the script. `null` is the script as it is. */
export type Encoding = 'br' | 'gzip' | null

export interface ScriptFile {
  bodies: Record<'plain' | 'br' | 'gzip', Buffer>
  /** Strong validator of the plain body, without quotes. */
  hash: string
}

export interface WidgetScript {
  /** Version of the product; `/membership@<version>.js` is that version for ever. */
  version: string
  /** The built script; null while nothing is built. */
  read(): Promise<ScriptFile | null>
}

/**
 * The built widget, held in memory.
 * @param options.folder where the build put `membership.js` and its precompressed forms
 * @param options.watch whether to look for a newer build at every read (development)
 */
export function createWidgetScript(options: { folder: string; version: string; watch: boolean }): WidgetScript {
  const file = join(options.folder, 'membership.js')
  let held: { stamp: string; script: Promise<ScriptFile> } | null = null
  const read = async (): Promise<ScriptFile | null> => {
    if (held && !options.watch) return held.script
    const stamp = await stampOf(file)
    if (stamp === null) return null
    if (held?.stamp !== stamp) held = { stamp, script: load(file) }
    return held.script
  }
  return {
    version: options.version,
    read: () =>
      read().catch((error: unknown) => {
        // A build replaced the file while it was being read: the next request looks again.
        held = null
        if (isMissing(error)) return null
        throw error
      }),
  }
}

/** Changes whenever the file does; null when there is none. */
async function stampOf(file: string): Promise<string | null> {
  try {
    const { mtimeMs, size, ino } = await stat(file)
    return `${mtimeMs}-${size}-${ino}`
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function load(file: string): Promise<ScriptFile> {
  const plain = await readFile(file)
  const [br, gz] = await Promise.all([
    precompressed(`${file}.br`, plain, promisify(brotliDecompress), promisify(brotliCompress)),
    precompressed(`${file}.gz`, plain, promisify(gunzip), promisify(gzip)),
  ])
  return { bodies: { plain, br, gzip: gz }, hash: createHash('sha256').update(plain).digest('base64url') }
}

type Transform = (body: Buffer) => Promise<Buffer>

/** The file beside the script if it holds this very script, else compressed now: a stale one must never be served. */
async function precompressed(file: string, plain: Buffer, unpack: Transform, pack: Transform): Promise<Buffer> {
  try {
    const packed = await readFile(file)
    if ((await unpack(packed)).equals(plain)) return packed
  } catch {
    // Absent or damaged.
  }
  return pack(plain)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
