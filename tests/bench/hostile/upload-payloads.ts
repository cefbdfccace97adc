import { readFileSync } from 'node:fs'
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { projectRoot } from '../../support/run-process'
import { box, ebml, emptyMp4, u32 } from '../../support/sample-files'
import { times } from './hostile-request'
import type { Answer, HttpRequest } from './send'
import type { MemberSender } from './world'

type SendAll = (requests: readonly HttpRequest[]) => Promise<readonly Answer[]>
type Uploader = MemberSender & { attemptId: string }

const PART_BYTES = 4_000_000
const RIFF_HEAD_BYTES = 12

/** @returns the id, or null if it was refused */
export async function announce(
  sendAll: SendAll,
  member: Uploader,
  file: { name: string; sizeBytes: number },
  headers: Record<string, string> = {},
): Promise<string | null> {
  const [started] = await sendAll([member.post(`/trusttag/attempts/${member.attemptId}/samples`, file, { headers })])
  return /"id":"(?<id>smp_[^"]+)"/u.exec(started?.text ?? '')?.groups?.['id'] ?? null
}

export const partOf = (member: Uploader, id: string, offset: number, body: Buffer): HttpRequest =>
  member.send('PUT', `/trusttag/samples/${id}?offset=${offset}`, {
    headers: { 'content-type': 'application/octet-stream' },
    body,
  })

/** Announces a file, sends it in parts until one is refused, and deletes it if it was not. */
export async function upload(sendAll: SendAll, member: Uploader, name: string, content: Buffer): Promise<void> {
  const id = await announce(sendAll, member, { name, sizeBytes: content.length })
  if (id === null) return
  let isTaken = true
  for (let offset = 0; isTaken && offset < content.length; offset += PART_BYTES) {
    const [part] = await sendAll([partOf(member, id, offset, content.subarray(offset, offset + PART_BYTES))])
    isTaken = part?.status === 200
  }
  if (isTaken) await sendAll([member.send('DELETE', `/trusttag/samples/${id}`)])
}

const film = (): Buffer => readFileSync(`${projectRoot}/tests/fixtures/films/card.mp4`)

/** A valid film whose box of this type is replaced. */
function filmWith(type: string, content: Buffer): Buffer {
  const whole = film()
  const at = whole.indexOf(type, 0, 'latin1') - 4
  const made = box(type, content)
  for (const around of ['moov', 'trak', 'mdia', 'minf', 'stbl']) {
    const place = whole.indexOf(around, 0, 'latin1') - 4
    whole.writeUInt32BE(whole.readUInt32BE(place) + made.length - whole.readUInt32BE(at), place)
  }
  return Buffer.concat([whole.subarray(0, at), made, whole.subarray(at + whole.readUInt32BE(at))])
}

/** An element of unknown size, which contains the next one. */
const openElement = (...id: number[]): Buffer => Buffer.from([...id, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])

/** Large, deep, endless, truncated and false tables. */
export const hostileVideos = (): readonly (readonly [name: string, content: Buffer])[] => [
  ['table.mp4', filmWith('stts', Buffer.concat([u32(0, 1_900_000), Buffer.alloc(15_200_000, 1)]))],
  ['sizes.mp4', filmWith('stsz', u32(0, 1, 0xffffffff))],
  ['boxes.mp4', Buffer.concat([emptyMp4(24), box('moov', Buffer.alloc(8_000_000, box('trak', Buffer.alloc(0))))])],
  ['forged.mp4', Buffer.concat([emptyMp4(24), u32(1), Buffer.from('moov'), u32(0x80000000, 0), Buffer.alloc(6_000)])],
  ['half.mp4', Buffer.concat([film().subarray(0, -200), Buffer.alloc(6_000)])],
  ['deep.webm', Buffer.concat([ebml('webm', 16), ...times(300_000, () => openElement(0x18, 0x53, 0x80, 0x67))])],
  [
    'tracks.webm',
    Buffer.concat([
      ebml('webm', 16),
      openElement(0x18, 0x53, 0x80, 0x67),
      ...times(300_000, () => openElement(0x16, 0x54, 0xae, 0x6b)),
    ]),
  ],
]

interface ZipFacts {
  /** Entries of the directory. */
  entries: number
  /** As the end of the directory states it; the true one by default. */
  directoryBytes?: number
  names?: (index: number) => string
}

/** An archive whose directory names one local entry again and again: a small file of many parts. */
export function zipOf({ entries, directoryBytes, names = (index) => `part${index}` }: ZipFacts): Buffer {
  const packed = deflateRawSync(Buffer.alloc(1_000_000))
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(8, 4)
  facts.writeUInt32LE(packed.length, 14)
  facts.writeUInt32LE(0xffffffff, 18)
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, packed])
  const directory = times(entries, (index) => {
    const [name, own] = [Buffer.from(names(index)), Buffer.from(facts)]
    own.writeUInt16LE(name.length, 22)
    return Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), own, Buffer.alloc(14), name])
  })
  const whole = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(entries & 0xffff, 10)
  end.writeUInt32LE(directoryBytes ?? whole.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, whole, end])
}

/** Local entries alone, whose texts unpack to a megabyte each: for readers that look into an archive to name its type. */
export function zipOfTexts(count: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(1_000_000, 'a'))
  const name = Buffer.from('[Content_Types].xml')
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(8, 4)
  facts.writeUInt32LE(packed.length, 14)
  facts.writeUInt32LE(1_000_000, 18)
  facts.writeUInt16LE(name.length, 22)
  const one = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, name, packed])
  return Buffer.concat(times(count, () => one))
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  return Buffer.concat([u32(content.length), named, u32(crc32(named))])
}

/** The chunks follow the header. */
async function pngWith(chunks: readonly Buffer[]): Promise<Buffer> {
  const png = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const afterHeader = 8 + 25
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)])
}

/** Texts and a color profile that unpack to many megabytes, and hundred thousands of empty chunks. */
export const chunkyPngs = async (): Promise<Buffer[]> => {
  const bomb = deflateSync(Buffer.alloc(100_000_000), { level: 9 })
  const text = Buffer.concat([Buffer.from('a\0\0', 'latin1'), bomb])
  return [
    await pngWith(times(300_000, () => chunk('tEXt', Buffer.from('a\0', 'latin1')))),
    await pngWith(times(30, () => chunk('zTXt', text))),
    await pngWith([chunk('iCCP', text)]),
  ]
}

/** A progressive JPEG whose last scan is repeated. */
export async function scannedJpeg(side: number, scans: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = jpeg.subarray(last, -2)
  return Buffer.concat([jpeg.subarray(0, last), ...times(scans, () => scan), jpeg.subarray(-2)])
}

/** An animated WebP of one pixel with this many frames. */
export async function longWebp(frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 1, height: 1, channels: 4, background: 'red' } })
    .webp({ lossless: true })
    .toBuffer()
  const part = (type: string, content: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(type, 'latin1'), length, content, Buffer.alloc(content.length % 2)])
  }
  // Position and size of one pixel, 10 ms each.
  const place = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0])
  const frame = part('ANMF', Buffer.concat([place, still.subarray(RIFF_HEAD_BYTES)]))
  const canvas = part('VP8X', Buffer.from([0x12, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
  const body = [Buffer.from('WEBP'), canvas, part('ANIM', Buffer.alloc(6)), ...times(frames, () => frame)]
  return part('RIFF', Buffer.concat(body))
}

/** One image of each type, close to its limit of pixels. */
export async function largestImages(): Promise<readonly (readonly [name: string, content: Buffer])[]> {
  const flat = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
  return [
    ['a.jpg', await flat(7_071).jpeg().toBuffer()],
    ['a.png', await flat(5_000).png({ compressionLevel: 1 }).toBuffer()],
    ['a.webp', await flat(5_000).webp({ effort: 0 }).toBuffer()],
    ['a.gif', await flat(3_535).gif({ effort: 1 }).toBuffer()],
    ['a.avif', await flat(3_535).avif({ effort: 0 }).toBuffer()],
  ]
}
