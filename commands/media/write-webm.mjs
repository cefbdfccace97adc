/**
 * @typedef {object} EncodedFrame one frame as the encoder gave it
 * @property {Uint8Array} data
 * @property {number} timeMs since the start; the first is 0 and a key frame
 * @property {boolean} isKey
 */

/**
 * @typedef {object} Video
 * @property {number} width in pixels
 * @property {number} height in pixels
 * @property {number} durationMs at most 32 seconds: it is written as one cluster
 * @property {readonly EncodedFrame[]} frames VP9
 */

// Ids of elements (RFC 9559)
const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
const CUES = 0x1c53bb6b
const CLUSTER = 0x1f43b675

/**
 * A silent video as a WebM file: with its length and a cue at its start, without which some players do not start it anew.
 * @param {Video} video
 * @returns {Buffer}
 */
export function writeWebm({ width, height, durationMs, frames }) {
  const header = element(EBML, text(0x4282, 'webm'), uint(0x4287, 4), uint(0x4285, 2))
  const info = element(INFO, uint(0x2ad7b1, 1_000_000), float(0x4489, durationMs), text(0x4d80, 'm'), text(0x5741, 'm'))
  const size = element(0xe0, uint(0xb0, width), uint(0xba, height))
  const track = element(0xae, uint(0xd7, 1), uint(0x73c5, 1), uint(0x83, 1), text(0x86, 'V_VP9'), size)
  const head = Buffer.concat([info, element(TRACKS, track)])
  // The place of the cluster has a fixed length, so that it does not depend on itself.
  const place = head.length + cues(0).length
  const cluster = element(CLUSTER, uint(0xe7, 0), ...frames.map(simpleBlock))
  return Buffer.concat([header, element(SEGMENT, head, cues(place), cluster)])
}

/** @param {number} place of the cluster, from the start of the segment's content */
const cues = (place) => element(CUES, element(0xbb, uint(0xb3, 0), element(0xb7, uint(0xf7, 1), uint(0xf1, place, 8))))

/** @param {EncodedFrame} frame */
function simpleBlock({ data, timeMs, isKey }) {
  const head = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0])
  head.writeInt16BE(timeMs, 1)
  return element(0xa3, head, data)
}

/** @param {number} id @param {Uint8Array[]} content */
function element(id, ...content) {
  const body = Buffer.concat(content)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 0x10000000)
  return Buffer.concat([bytesOf(id), length, body])
}

/** @param {number} id @param {string} value */
const text = (id, value) => element(id, Buffer.from(value))

/** @param {number} id @param {number} value @param {number} [length] bytes, as few as hold it by default */
const uint = (id, value, length) => element(id, bytesOf(value, length))

/** @param {number} id @param {number} value */
function float(id, value) {
  const body = Buffer.alloc(8)
  body.writeDoubleBE(value)
  return element(id, body)
}

/** A whole number, the highest byte first. @param {number} value @param {number} [length] */
function bytesOf(value, length) {
  const hex = value.toString(16)
  return Buffer.from(hex.padStart(length ? length * 2 : hex.length + (hex.length % 2), '0'), 'hex')
}
