import { createHash } from 'node:crypto'
import type { Uploads } from '../../api/features/files/storage'
import { WORK_SAMPLE_CHUNK_MAX_BYTES } from '../../contract/limits'
import type { Source } from './open-source'

/** What became of one file. */
export interface Copied {
  outcome: 'copied' | 'there'
  /** Sent by this run. */
  bytes: number
}

/**
 * Copies a large file part by part, from where an earlier copy ends. One that is longer there was gone on with there: it stays.
 * @param quick one of the same length counts as copied
 * @returns null where there is no such file (any more)
 * @throws Error when the copy is another file than the original, also after it was made anew
 */
export async function copyUpload(
  from: Source['uploads'],
  to: Uploads,
  name: string,
  quick: boolean,
): Promise<Copied | null> {
  const size = await from.size(name)
  if (size === null) return null
  const held = await to.size(name)
  if (held !== null && (held > size || (quick && held === size))) return { outcome: 'there', bytes: 0 }
  if (await send({ from, to, name, size, held: held ?? 0 }))
    return held === size ? { outcome: 'there', bytes: 0 } : { outcome: 'copied', bytes: size - (held ?? 0) }
  await to.remove(name)
  if (await send({ from, to, name, size, held: 0 })) return { outcome: 'copied', bytes: size }
  throw new Error('the copy is not what was sent')
}

interface Sending {
  from: Source['uploads']
  to: Uploads
  name: string
  size: number
  held: number
}

/** Reads the whole original, sends what the copy lacks, and answers whether both have the same digest. */
async function send({ from, to, name, size, held }: Sending): Promise<boolean> {
  const hash = createHash('sha256')
  if (size === 0) await to.write(name, 0, new Uint8Array())
  for await (const { offset, part } of partsOf(from, name, size)) {
    hash.update(part)
    const lacking = part.subarray(Math.max(0, held - offset))
    const end = offset + part.length
    if (lacking.length > 0 && (await to.write(name, end - lacking.length, lacking)) < end)
      throw new Error('the copy became shorter meanwhile')
  }
  return (await to.digest(name)) === hash.digest('hex')
}

async function* partsOf(from: Source['uploads'], name: string, size: number) {
  for (let offset = 0; offset < size; offset += WORK_SAMPLE_CHUNK_MAX_BYTES) {
    const last = Math.min(size, offset + WORK_SAMPLE_CHUNK_MAX_BYTES) - 1
    yield { offset, part: new Uint8Array(await new Response(from.read(name, offset, last)).arrayBuffer()) }
  }
}
