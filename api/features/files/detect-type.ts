import { open } from 'node:fs/promises'
import { workSampleTypes } from '../../../contract/work-sample-types'
import type { WorkSampleKind, WorkSampleMediaType } from '../../../contract/work-sample-types'
import { videoTypeOf } from './video'

/** Random access to a file. */
export interface ByteSource {
  size: number
  /** Returns fewer bytes at the end of the file. */
  at(position: number, length: number): Promise<Buffer>
}

/** Opens a file while the work reads it. */
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

/** Enough for all signatures. */
const HEAD_BYTES = 4_100

const DOC = 'application/msword'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const VIDEOS: ReadonlySet<string | null> = new Set(
  workSampleTypes.filter(({ kind }) => kind === 'video').map(({ type }) => type),
)

/** Detected types that have another name here; containers are opened afterwards. */
const SIGNATURES: ReadonlyMap<string, WorkSampleMediaType> = new Map<string, WorkSampleMediaType>([
  ...workSampleTypes.map(({ type }) => [type, type] as const),
  ['image/apng', 'image/png'],
  ['video/x-m4v', 'video/mp4'],
  ['application/x-cfb', DOC],
  ['application/zip', DOCX],
])

/**
 * Detects the type of a file by its content; null for an unsupported one. The tracks of a video are read.
 * @throws ApiError `too-many-requests` while many videos wait; errors of the source
 */
export async function detectType(source: ByteSource): Promise<WorkSampleMediaType | null> {
  const type = await typeOfHead(source)
  if (type === DOC) return (await isDoc(source)) ? type : null
  if (type === DOCX) return (await isDocx(source)) ? type : null
  if (VIDEOS.has(type)) return (await videoTypeOf(source)) === null ? null : type
  return type
}

/** Detects the kind of an upload by its first bytes; undefined while there are too few. */
export async function detectKind(source: ByteSource): Promise<WorkSampleKind | null | undefined> {
  if (source.size < HEAD_BYTES) return undefined
  const type = await typeOfHead(source)
  return workSampleTypes.find((one) => one.type === type)?.kind ?? null
}

async function typeOfHead(source: ByteSource): Promise<WorkSampleMediaType | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(await source.at(0, HEAD_BYTES)).catch(() => undefined)
  return SIGNATURES.get(found?.mime ?? '') ?? null
}

/** Offsets in the header of a compound file ([MS-CFB] section 2.2). */
const HEADER = { sectorShift: 30, firstDirectorySector: 48, firstListSector: 68, list: 76, bytes: 512 }
/** Numbers from here on are markers, not sectors. */
const SECTOR_MAX = 0xfffffffa
const COMPOUND_ENTRY_BYTES = 128
/** With 512 bytes per sector, four entries each; documents have some dozen entries. */
const DIRECTORY_MAX_SECTORS = 256
/** Each lists 127 sectors of the table: far more than the largest allowed file has. */
const LIST_MAX_SECTORS = 64

/** Whether a compound file is a Word document without macros. Spreadsheets, installers and mails lack its stream. */
export async function isDoc(source: ByteSource): Promise<boolean> {
  const names = await compoundEntryNames(source)
  return names.has('WordDocument') && !names.has('Macros') && !names.has('_VBA_PROJECT')
}

interface Sectors {
  size: number
  read(number: number): Promise<Buffer>
}

async function compoundEntryNames(source: ByteSource): Promise<Set<string>> {
  const header = await source.at(0, HEADER.bytes)
  if (header.length < HEADER.bytes) return new Set()
  const shift = header.readUInt16LE(HEADER.sectorShift)
  if (shift !== 9 && shift !== 12) return new Set()
  const size = 2 ** shift
  const sectors: Sectors = { size, read: (number) => source.at((number + 1) * size, size) }
  const table = await tableSectors(header, sectors)
  const names = new Set<string>()
  let sector = header.readUInt32LE(HEADER.firstDirectorySector)
  for (let count = 0; sector < SECTOR_MAX && count < DIRECTORY_MAX_SECTORS; count += 1) {
    const entries = await sectors.read(sector)
    for (let at = 0; at + COMPOUND_ENTRY_BYTES <= entries.length; at += COMPOUND_ENTRY_BYTES)
      names.add(nameAt(entries, at))
    sector = await following(sector, table, sectors)
  }
  return names
}

/** At most 31 characters, followed by the length in bytes including the final zero. */
function nameAt(entries: Buffer, at: number): string {
  const length = Math.min(entries.readUInt16LE(at + 64), 64)
  return entries.toString('utf16le', at, at + Math.max(0, length - 2))
}

/** Sectors of the allocation table: 109 in the header, the rest in a chain. */
async function tableSectors(header: Buffer, sectors: Sectors): Promise<number[]> {
  const found = numbersIn(header.subarray(HEADER.list))
  let next = header.readUInt32LE(HEADER.firstListSector)
  for (let count = 0; next < SECTOR_MAX && count < LIST_MAX_SECTORS; count += 1) {
    const numbers = numbersIn(await sectors.read(next))
    next = numbers.pop() ?? SECTOR_MAX
    found.push(...numbers)
  }
  return found
}

async function following(sector: number, table: readonly number[], sectors: Sectors): Promise<number> {
  const perSector = sectors.size / 4
  const place = table[Math.floor(sector / perSector)]
  if (place === undefined || place >= SECTOR_MAX) return SECTOR_MAX
  return numbersIn(await sectors.read(place))[sector % perSector] ?? SECTOR_MAX
}

const numbersIn = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4))

const DIRECTORY_END = Buffer.from('PK\u0005\u0006', 'latin1')
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END_BYTES = 22
const ZIP_ENTRY_BYTES = 46
/** A comment may follow the end of the directory. */
const COMMENT_MAX_BYTES = 65_535
/** Enough for thousands of parts; documents have some dozen. */
const DIRECTORY_MAX_BYTES = 2_000_000

/**
 * Whether a zip archive is a Word document without macros, by the names in its directory (ISO/IEC 29500). Nothing is unpacked,
 * so zip bombs do no harm.
 */
async function isDocx(source: ByteSource): Promise<boolean> {
  const names = await zipEntryNames(source)
  return (
    names.has('[content_types].xml') &&
    names.has('word/document.xml') &&
    ![...names].some((name) => name.endsWith('vbaproject.bin'))
  )
}

/** Lower-case names, as readers compare them; none for a broken directory. */
async function zipEntryNames(source: ByteSource): Promise<Set<string>> {
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
  while (at + ZIP_ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const nameLength = directory.readUInt16LE(at + 28)
    names.add(directory.toString('utf8', at + ZIP_ENTRY_BYTES, at + ZIP_ENTRY_BYTES + nameLength).toLowerCase())
    at += ZIP_ENTRY_BYTES + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}
