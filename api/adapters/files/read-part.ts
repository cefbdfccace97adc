import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

const BYTES_AT_A_TIME = 65_536

/**
 * A part of a file as a stream that opens it at its first reader: one that nobody reads, as after a HEAD request, holds
 * nothing open.
 */
export function readPart(path: string, first: number, last: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let file: FileHandle | null = null
  let at = first
  const close = async (): Promise<void> => {
    await file?.close()
    file = null
  }
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          file ??= await open(path, 'r')
          const wanted = new Uint8Array(Math.min(BYTES_AT_A_TIME, last + 1 - at))
          const { bytesRead } = await file.read(wanted, 0, wanted.length, at)
          if (bytesRead === 0) throw new Error('A file is shorter than it is said to be.')
          at += bytesRead
          controller.enqueue(wanted.subarray(0, bytesRead))
          if (at <= last) return
          await close()
          controller.close()
        } catch (error) {
          await close()
          throw error
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}
