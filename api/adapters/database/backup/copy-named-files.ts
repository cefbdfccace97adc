import type { Storage } from '../../../features/files/open-storage'
import { partOf } from './named-files'
import type { NamedFile } from './named-files'
import { whole } from './part-writer'
import type { PartWriter } from './part-writer'

/**
 * Copies files that the database names and that the backup does not have yet.
 * @returns those that are not there, or not what the database says
 * @throws ApiError `service-unavailable` when they cannot be reached
 */
export async function copyNamedFiles(
  storage: Storage,
  parts: PartWriter,
  named: readonly NamedFile[],
): Promise<NamedFile[]> {
  const gone: NamedFile[] = []
  for (const file of named) {
    const copied = parts.sums.get(partOf(file))
    // One that was still being uploaded may have been finished since.
    if (copied !== undefined && (file.sum === null || file.sum === copied)) continue
    const sum = await (file.in === 'files' ? copyPicture(storage, parts, file) : copyUpload(storage, parts, file))
    if (sum === null || (file.sum !== null && file.sum !== sum)) gone.push(file)
  }
  return gone
}

/** Null where there is none. */
async function copyPicture({ files }: Storage, parts: PartWriter, file: NamedFile): Promise<string | null> {
  const content = await files.read(file.name)
  return content && (await parts.write(partOf(file), whole(content))).sum
}

async function copyUpload({ uploads }: Storage, parts: PartWriter, file: NamedFile): Promise<string | null> {
  const size = await uploads.size(file.name)
  if (size === null) return null
  try {
    return (await parts.write(partOf(file), bytesOf(uploads.read(file.name, 0, size - 1), size))).sum
  } catch (error) {
    if ((await uploads.size(file.name)) !== null) throw error
    // It was removed while it was read.
    await parts.remove(partOf(file))
    return null
  }
}

async function* bytesOf(stream: ReadableStream<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  if (size === 0) return
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}
