import { open } from 'node:fs/promises'

/** A file of which parts are looked at. */
export interface ByteSource {
  size: number
  /** Fewer bytes where the file ends before. */
  at(position: number, length: number): Promise<Buffer>
}

/** Opens a file for as long as the work looks at it. */
export async function withSource<T>(path: string, work: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const at = async (position: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    }
    return await work({ size, at })
  } finally {
    await file.close()
  }
}
