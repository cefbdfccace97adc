import { randomBytes } from 'node:crypto'
import type { Place } from './open-places'
import { reasonOf, StorageError } from './storage-error'

const BYTES = 2_000_000

/**
 * Does with a place what the server does with it, and leaves nothing there.
 * @throws StorageError that says which step failed, and why
 */
export async function checkPlace({ title, storage: { files, uploads } }: Place): Promise<string[]> {
  const name = `${randomBytes(16).toString('hex')}.bin`
  const content = randomBytes(BYTES)
  const lines = [`Files are kept in ${title}.`]
  const step = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const begin = performance.now()
    await work().catch((error: unknown) => {
      throw new StorageError(`${title}: ${what} failed: ${reasonOf(error)}`)
    })
    lines.push(`  ${what}: ${Math.round(performance.now() - begin)} ms`)
  }
  await step('looking at it', () => Promise.all([files.check(), uploads.check()]))
  try {
    await step('writing a picture of 2 MB', () => files.put(name, content))
    await step('reading it', async () => requireSame(await files.read(name), content))
    await step('writing an upload in two parts of 1 MB', async () => {
      await uploads.write(name, 0, content.subarray(0, BYTES / 2))
      await uploads.write(name, BYTES / 2, content.subarray(BYTES / 2))
    })
    await step('reading a stretch of it', async () => {
      const stretch = await new Response(uploads.read(name, 900_000, 1_099_999)).arrayBuffer()
      requireSame(new Uint8Array(stretch), content.subarray(900_000, 1_100_000))
    })
  } finally {
    await step('removing both', () => Promise.all([files.remove(name), uploads.remove(name)]))
  }
  return lines
}

function requireSame(read: Uint8Array | null, written: Buffer): void {
  if (read === null || !written.equals(read)) throw new Error('what was read is not what was written')
}
