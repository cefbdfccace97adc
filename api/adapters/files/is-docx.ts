import type { ByteSource } from './byte-source'

const DIRECTORY_END = Buffer.from('PK\u0005\u0006', 'latin1')
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END_BYTES = 22
const ENTRY_BYTES = 46
/** A comment may stand behind the end of the directory. */
const COMMENT_MAX_BYTES = 65_535
/** Documents have some dozen parts; thousands of pictures make no longer directory than this. */
const DIRECTORY_MAX_BYTES = 2_000_000

/**
 * Whether a zip archive is a Word document without macros, by the names in its directory (ISO/IEC 29500: `[Content_Types].xml`
 * and `word/document.xml`). Nothing is unpacked, so that it does not matter how large it would become.
 */
export async function isDocx(source: ByteSource): Promise<boolean> {
  const names = await entryNames(source)
  return (
    names.has('[content_types].xml') &&
    names.has('word/document.xml') &&
    ![...names].some((name) => name.endsWith('vbaproject.bin'))
  )
}

/** In lower case, as readers compare them; none where the directory makes no sense. */
async function entryNames(source: ByteSource): Promise<Set<string>> {
  const tailStart = Math.max(0, source.size - DIRECTORY_END_BYTES - COMMENT_MAX_BYTES)
  const tail = await source.at(tailStart, DIRECTORY_END_BYTES + COMMENT_MAX_BYTES)
  const end = tail.lastIndexOf(DIRECTORY_END)
  if (end === -1 || end + DIRECTORY_END_BYTES > tail.length) return new Set()
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (length > DIRECTORY_MAX_BYTES || start + length > tailStart + end) return new Set()
  return namesIn(await source.at(start, length))
}

function namesIn(directory: Buffer): Set<string> {
  const names = new Set<string>()
  let at = 0
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const nameLength = directory.readUInt16LE(at + 28)
    names.add(directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength).toLowerCase())
    at += ENTRY_BYTES + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}
