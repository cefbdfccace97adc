import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'

/** A file that is compressed by nature, such as a video. */
export interface MediaFile {
  body: Buffer
  /** Strong validator, without quotes. */
  hash: string
}

/**
 * Reads one such file of the build, from memory once it is there.
 * @param file its path
 * @param watch whether to look for a newer one at every read (development)
 * @returns null while there is none
 */
export function holdMedia(file: string, watch: boolean): () => Promise<MediaFile | null> {
  let held: { stamp: number; content: MediaFile } | null = null
  const read = async (): Promise<MediaFile> => {
    if (held && !watch) return held.content
    const { mtimeMs } = await stat(file)
    if (held?.stamp === mtimeMs) return held.content
    const body = await readFile(file)
    held = { stamp: mtimeMs, content: { body, hash: createHash('sha256').update(body).digest('base64url') } }
    return held.content
  }
  return () =>
    read().catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    })
}
