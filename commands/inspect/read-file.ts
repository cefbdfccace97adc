import { readFile, stat } from 'node:fs/promises'
import { decodeHtml, isBinary } from './decode-html'
import { fileProblem } from './file-problem'
import { SOURCE_MAX_BYTES, tooLarge, UnreadableError } from './source'
import type { Source } from './source'

/**
 * Reads a file, and nothing that it names.
 * @param name what it is called in the report
 * @throws {UnreadableError}
 */
export async function readFileSource(name: string, file: string): Promise<Source> {
  const bytes = await readBytes(file)
  if (isBinary(bytes)) throw new UnreadableError('is not a text file')
  return { name, text: decodeHtml(bytes, null), path: null }
}

/** @throws {UnreadableError} */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const info = await stat(file)
    // A pipe or a device may never end.
    if (!info.isFile()) throw new UnreadableError('is not a file')
    if (info.size > SOURCE_MAX_BYTES) throw tooLarge()
    return await readFile(file)
  } catch (error) {
    throw fileProblem(error)
  }
}
