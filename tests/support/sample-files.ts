import { readFileSync } from 'node:fs'
import { deflateRawSync, crc32 } from 'node:zlib'

/** Pads with zero bytes. */
const padded = (start: Buffer, bytes: number): Buffer<ArrayBuffer> =>
  Buffer.concat([start, Buffer.alloc(bytes - start.length)])

/** Big-endian. */
export function u32(...values: readonly number[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

export function box(type: string, content: Buffer): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + content.length)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, content])
}

/** An ISO container with only a brand, padded with zeros. */
const beginningOf = (brand: string, bytes: number): Buffer<ArrayBuffer> =>
  padded(box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}mp41`, 'latin1')), bytes)

export const emptyMp4 = (bytes = 6_000): Buffer<ArrayBuffer> => beginningOf('isom', bytes)
export const heic = (bytes = 6_000): Buffer<ArrayBuffer> => beginningOf('heic', bytes)

/** Videos of four frames, 32 pixels wide, and audio files, from `tests/fixtures/films`. */
export const film = (name: string): Buffer<ArrayBuffer> =>
  Buffer.from(readFileSync(new URL(`../fixtures/films/${name}`, import.meta.url)))

/** Padded by a box that readers skip. */
function isoFilm(name: string, bytes: number): Buffer<ArrayBuffer> {
  const content = film(name)
  return Buffer.concat([content, box('free', Buffer.alloc(bytes - content.length - 8))])
}
export const mp4 = (bytes = 6_000): Buffer<ArrayBuffer> => isoFilm('card.mp4', bytes)
export const quicktime = (bytes = 6_000): Buffer<ArrayBuffer> => isoFilm('card.mov', bytes)

/** The same for WebM, with a Void element. */
export function webm(bytes = 6_000): Buffer<ArrayBuffer> {
  const content = film('card.webm')
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE((1n << 56n) | BigInt(bytes - content.length - 9))
  return padded(Buffer.concat([content, Buffer.from([0xec]), length]), bytes)
}

/** An EBML header with a document type, padded with zeros. */
export function ebml(documentType: string, bytes = 6_000): Buffer<ArrayBuffer> {
  const name = Buffer.from(documentType, 'latin1')
  const body = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 + name.length]), name])
  return padded(Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + body.length]), body]), bytes)
}
export const matroska = (bytes = 6_000): Buffer<ArrayBuffer> => ebml('matroska', bytes)

export const pdf = (bytes = 6_000): Buffer<ArrayBuffer> =>
  padded(Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n'), bytes)

export function zip(entries: Readonly<Record<string, string>>, comment = ''): Buffer<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(entries)) {
    const [content, packed] = [Buffer.from(text), deflateRawSync(text)]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), facts, place, Buffer.from(name))
    parts.push(local)
    at += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(entries).length, 4)
  end.writeUInt16LE(Object.keys(entries).length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  end.writeUInt16LE(Buffer.byteLength(comment), 16)
  return Buffer.concat([...parts, list, Buffer.from('PK\u0005\u0006', 'latin1'), end, Buffer.from(comment)])
}

const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>'
const long = (text: string): string => Array.from({ length: 4_000 }, (_, index) => `${text} ${index * 7_919}`).join(' ')

/** A DOCX file, with optional extra entries. */
export const docx = (more: Readonly<Record<string, string>> = {}): Buffer<ArrayBuffer> =>
  zip({ '[Content_Types].xml': CONTENT_TYPES, 'word/document.xml': `<w:t>${long('table')}</w:t>`, ...more })

const [FREE, CHAIN_END, IS_TABLE] = [0xffffffff, 0xfffffffe, 0xfffffffd]
const SECTOR = 512

/** A compound file with empty streams. Directory sectors are not adjacent, so that a reader has to follow the table. */
export function compoundFile(names: readonly string[], bytes = 8_192): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(bytes)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  file.writeUInt16LE(3, 26)
  file.writeUInt16LE(9, 30)
  file.writeUInt32LE(1, 44)
  const sectors = Array.from({ length: Math.ceil((names.length + 1) / 4) }, (_, index) => 1 + index * 2)
  file.writeUInt32LE(sectors[0] ?? CHAIN_END, 48)
  file.writeUInt32LE(CHAIN_END, 68)
  file.fill(0xff, 76, SECTOR)
  file.writeUInt32LE(0, 76)
  const table = file.subarray(SECTOR, 2 * SECTOR)
  for (let place = 0; place < SECTOR; place += 4) table.writeUInt32LE(FREE, place)
  table.writeUInt32LE(IS_TABLE, 0)
  for (const [index, sector] of sectors.entries()) table.writeUInt32LE(sectors[index + 1] ?? CHAIN_END, sector * 4)
  for (const [index, name] of ['Root Entry', ...names].entries()) {
    const at = ((sectors[Math.floor(index / 4)] ?? 0) + 1) * SECTOR + (index % 4) * 128
    file.write(name, at, 'utf16le')
    file.writeUInt16LE(2 * name.length + 2, at + 64)
  }
  return file
}

/** A DOC file. */
export const doc = (): Buffer<ArrayBuffer> => compoundFile(['1Table', 'Data', 'ObjectPool', 'CompObj', 'WordDocument'])
