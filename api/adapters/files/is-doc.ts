import type { ByteSource } from './byte-source'

/** Offsets in the header of a compound file ([MS-CFB] section 2.2). */
const HEADER = { sectorShift: 30, firstDirectorySector: 48, firstListSector: 68, list: 76, bytes: 512 }
/** Numbers from here on are marks and no sectors. */
const SECTOR_MAX = 0xfffffffa
const ENTRY_BYTES = 128
/** 128 entries of a sector of 512 bytes make 32; documents have some dozen. */
const DIRECTORY_MAX_SECTORS = 256
/** Each stands for 127 sectors of the table: far more than a file of the largest size has. */
const LIST_MAX_SECTORS = 64

/**
 * Whether a compound file is a Word document without macros. Spreadsheets, installers and mails are such files, too: the name
 * of a stream tells them apart.
 */
export async function isDoc(source: ByteSource): Promise<boolean> {
  const names = await entryNames(source)
  return names.has('WordDocument') && !names.has('Macros') && !names.has('_VBA_PROJECT')
}

interface Sectors {
  size: number
  read(number: number): Promise<Buffer>
}

async function entryNames(source: ByteSource): Promise<Set<string>> {
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
    for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES) names.add(nameAt(entries, at))
    sector = await following(sector, table, sectors)
  }
  return names
}

/** A name of at most 31 letters, and behind it its length in bytes with the zero at its end. */
function nameAt(entries: Buffer, at: number): string {
  const length = Math.min(entries.readUInt16LE(at + 64), 64)
  return entries.toString('utf16le', at, at + Math.max(0, length - 2))
}

/** Where the table of sectors is: 109 numbers in the header, the others in a chain of sectors. */
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
