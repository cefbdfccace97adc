import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { writeWebm } from '../../../commands/media/write-webm.mjs'
import { projectRoot } from '../../support/run-process'

interface Element {
  id: number
  body: Buffer
  /** Where its id begins. */
  start: number
}

const idLength = (first: number): number => (first >= 0x80 ? 1 : first >= 0x40 ? 2 : first >= 0x20 ? 3 : 4)

/** The elements of a body one after the other, read by their own lengths. */
function elements(body: Buffer): Element[] {
  const found: Element[] = []
  for (let at = 0; at < body.length;) {
    const ids = idLength(body[at]!)
    const length = body.readUInt32BE(at + ids) - 0x10000000
    const content = at + ids + 4
    found.push({ id: body.readUIntBE(at, ids), body: body.subarray(content, content + length), start: at })
    at = content + length
  }
  return found
}

const child = (body: Buffer, ...path: number[]): Element =>
  path.reduce<Element>((inside, id) => elements(inside.body).find((one) => one.id === id)!, { id: 0, body, start: 0 })

const [SEGMENT, INFO, TRACKS, CUES, CLUSTER] = [0x18538067, 0x1549a966, 0x1654ae6b, 0x1c53bb6b, 0x1f43b675]

function check(
  file: Buffer,
  { width, height, durationMs }: { width: number; height: number; durationMs: number },
): void {
  expect(child(file, 0x1a45dfa3, 0x4282).body.toString()).toBe('webm')
  expect(child(file, SEGMENT, INFO, 0x4489).body.readDoubleBE()).toBe(durationMs)
  const size = (id: number) => child(file, SEGMENT, TRACKS, 0xae, 0xe0, id).body.readUIntBE(0, 2)
  expect([size(0xb0), size(0xba)]).toEqual([width, height])
  const cue = child(file, SEGMENT, CUES, 0xbb, 0xb7, 0xf1).body.readBigUInt64BE()
  expect(Number(cue)).toBe(child(file, SEGMENT, CLUSTER).start)
}

const blocks = (file: Buffer) => elements(child(file, SEGMENT, CLUSTER).body).filter(({ id }) => id === 0xa3)

describe('a WebM file', () => {
  const frames = [
    { data: Buffer.from('key'), timeMs: 0, isKey: true },
    { data: Buffer.from('next'), timeMs: 50, isKey: false },
  ]
  const video = { width: 640, height: 400, durationMs: 8_650, frames }

  test('says how large and how long it is, and where it starts', () => check(writeWebm(video), video))

  test('has each frame with its time, and which can be begun at', () => {
    expect(
      blocks(writeWebm(video)).map(({ body }) => ({
        data: body.subarray(4),
        timeMs: body.readInt16BE(1),
        isKey: body[3] === 0x80,
      })),
    ).toEqual(frames)
  })
})

test('the demo video is one, seconds long, and small enough for everybody', () => {
  const file = readFileSync(`${projectRoot}/widget/media/test-card.webm`)
  const count = blocks(file).length
  check(file, { width: 640, height: 400, durationMs: count * 50 })
  expect(count).toBeGreaterThan(6 * 20)
  expect(count).toBeLessThan(10 * 20)
  expect(file.length).toBeLessThan(150_000)
})
