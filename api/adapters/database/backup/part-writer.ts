import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../make-folder'

/** Writes the parts of a backup, and remembers what each of them is. */
export interface PartWriter {
  /** Hexadecimal SHA-256 of every part, by its path in the folder. */
  sums: ReadonlyMap<string, string>
  /** Resolves with bytes and digest when the part is on the disk. One that is there is replaced. */
  write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sum: string }>
  /** Remembers a part that somebody else wrote. */
  note(path: string): Promise<void>
  remove(path: string): Promise<void>
}

/** @param folder that is there */
export function createPartWriter(folder: string): PartWriter {
  const sums = new Map<string, string>()
  return {
    sums,
    async write(path, chunks) {
      const target = join(folder, path)
      makeFolder(dirname(target))
      const file = await open(target, 'w', 0o600)
      const hash = createHash('sha256')
      let bytes = 0
      try {
        for await (const chunk of chunks) {
          await file.writeFile(chunk)
          hash.update(chunk)
          bytes += chunk.length
        }
        await file.sync()
      } finally {
        await file.close()
      }
      const sum = hash.digest('hex')
      sums.set(path, sum)
      return { bytes, sum }
    },
    async note(path) {
      sums.set(path, await digestOf(join(folder, path)))
    },
    async remove(path) {
      sums.delete(path)
      await rm(join(folder, path), { force: true })
    },
  }
}

/** Hexadecimal SHA-256 of a file. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) if (chunk instanceof Uint8Array) hash.update(chunk)
  return hash.digest('hex')
}

/** A text, or bytes that are at hand, as a part's content. */
export async function* whole(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(typeof content === 'string' ? new TextEncoder().encode(content) : content)
}
