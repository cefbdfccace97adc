import { createReader } from './byte-reader.mjs'
import { readPoint } from './read-point.mjs'

/** @typedef {import('./byte-reader.mjs').ByteReader} ByteReader */

const HAS_OVERLAP_BITS = 1
const COMPOSITE = 0xffff
/** Of a part of a glyph that is made of others. */
const PART = { wordArguments: 1, scale: 8, more: 32, scaleXY: 64, matrix: 128, instructions: 256 }
const ON_CURVE = 1
const OVERLAPS = 64

/**
 * The tables `glyf` and `loca` as TrueType has them, from the streams that WOFF2 sorts outlines into.
 * @param {Buffer} table the transformed `glyf`
 */
export function rebuildGlyphs(table) {
  const streams = openStreams(table)
  /** @type {Buffer[]} */
  const glyphs = []
  const offsets = [0]
  for (let index = 0; index < streams.count; index += 1) {
    const glyph = readGlyph(streams, index)
    glyphs.push(glyph)
    offsets.push((offsets[index] ?? 0) + glyph.length)
  }
  const loca = Buffer.alloc(4 * offsets.length)
  offsets.forEach((offset, index) => loca.writeUInt32BE(offset, 4 * index))
  return { glyf: Buffer.concat(glyphs), loca }
}

/** @typedef {ReturnType<typeof openStreams>} Streams */

/** @param {Buffer} table */
function openStreams(table) {
  const reader = createReader(table)
  reader.uint16()
  const options = reader.uint16()
  const count = reader.uint16()
  reader.uint16()
  const sizes = Array.from({ length: 7 }, () => reader.uint32())
  const [contours, points, flags, glyphs, composites, boxes, instructions] = sizes.map((size) => reader.bytes(size))
  if (!contours || !points || !flags || !glyphs || !composites || !boxes || !instructions)
    throw new Error('A stream of outlines is missing.')
  const bitmapBytes = ((count + 31) >> 5) * 4
  return {
    count,
    contours: createReader(contours),
    points: createReader(points),
    flags: createReader(flags),
    glyphs: createReader(glyphs),
    composites: createReader(composites),
    hasBox: bits(boxes.subarray(0, bitmapBytes)),
    boxes: createReader(boxes.subarray(bitmapBytes)),
    instructions: createReader(instructions),
    overlaps: options & HAS_OVERLAP_BITS ? bits(reader.bytes((count + 7) >> 3)) : () => false,
  }
}

/** @param {Buffer} bytes @returns {(index: number) => boolean} */
const bits = (bytes) => (index) => (bytes.readUInt8(index >> 3) & (128 >> (index & 7))) !== 0

/** @param {Streams} streams @param {number} index */
function readGlyph(streams, index) {
  const contours = streams.contours.uint16()
  if (contours === 0) return Buffer.alloc(0)
  const body = contours === COMPOSITE ? readComposite(streams) : readSimple(streams, contours, index)
  const head = Buffer.alloc(2)
  head.writeUInt16BE(contours)
  const box = streams.hasBox(index) ? streams.boxes.bytes(8) : body.box
  const glyph = Buffer.concat([head, box, body.content])
  return Buffer.concat([glyph, Buffer.alloc(-glyph.length & 3)])
}

/** @param {Streams} streams */
function readComposite(streams) {
  /** @type {Buffer[]} */
  const content = []
  let flags = PART.more
  let instructed = false
  while (flags & PART.more) {
    const head = streams.composites.bytes(4)
    flags = head.readUInt16BE()
    const scaled = flags & PART.matrix ? 8 : flags & PART.scaleXY ? 4 : flags & PART.scale ? 2 : 0
    content.push(head, streams.composites.bytes((flags & PART.wordArguments ? 4 : 2) + scaled))
    instructed ||= (flags & PART.instructions) !== 0
  }
  if (instructed) content.push(readInstructions(streams))
  // A glyph made of others always brings its box along.
  return { content: Buffer.concat(content), box: Buffer.alloc(8) }
}

/** @param {Streams} streams @param {number} contours @param {number} index */
function readSimple(streams, contours, index) {
  let last = -1
  const ends = Array.from({ length: contours }, () => (last += streams.points.short()))
  const points = Array.from({ length: last + 1 }, () => readPoint(streams.flags, streams.glyphs))
  const instructions = readInstructions(streams)
  const overlaps = streams.overlaps(index) ? OVERLAPS : 0
  const flags = points.map(({ onCurve }, at) => (onCurve ? ON_CURVE : 0) + (at === 0 ? overlaps : 0))
  const content = [
    words(ends),
    instructions,
    Buffer.from(flags),
    words(points.map(({ x }) => x)),
    words(points.map(({ y }) => y)),
  ]
  return { content: Buffer.concat(content), box: boxOf(points) }
}

/** @param {Streams} streams */
function readInstructions(streams) {
  const length = streams.glyphs.short()
  return Buffer.concat([words([length]), streams.instructions.bytes(length)])
}

/** @param {readonly number[]} values */
function words(values) {
  const bytes = Buffer.alloc(2 * values.length)
  values.forEach((value, index) => bytes.writeInt16BE((value << 16) >> 16, 2 * index))
  return bytes
}

/** @param {readonly { x: number, y: number }[]} steps each from the point before */
function boxOf(steps) {
  let [x, y] = [0, 0]
  const places = steps.map((step) => ({ x: (x += step.x), y: (y += step.y) }))
  const [xs, ys] = [places.map((place) => place.x), places.map((place) => place.y)]
  return words([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)])
}
