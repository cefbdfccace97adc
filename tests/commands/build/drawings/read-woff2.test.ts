import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readWoff2 } from '../../../../commands/build/drawings/read-woff2.mjs'
import { projectRoot } from '../../../support/run-process'

const packed = (name: string): Buffer =>
  readFileSync(join(projectRoot, `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`))

/** The tables of a TrueType font, by its own directory. */
function tablesOf(font: Buffer): Map<string, Buffer> {
  const count = font.readUInt16BE(4)
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const at = 12 + 16 * index
      const start = font.readUInt32BE(at + 8)
      return [font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12))]
    }),
  )
}

/** The boxes that the outlines fill, by the number of the glyph; a space has none. */
function boxesOf(tables: Map<string, Buffer>) {
  const loca = table(tables, 'loca')
  const glyf = table(tables, 'glyf')
  return Array.from({ length: loca.length / 4 - 1 }, (_, glyph) => {
    const [start, end] = [loca.readUInt32BE(4 * glyph), loca.readUInt32BE(4 * glyph + 4)]
    if (start === end) return null
    return [2, 4, 6, 8].map((at) => glyf.readInt16BE(start + at))
  })
}

function table(tables: Map<string, Buffer>, tag: string): Buffer {
  const found = tables.get(tag)
  if (!found) throw new Error(`no table ${tag}`)
  return found
}

describe.each(['bricolage-grotesque', 'instrument-sans'])('the font %s, unpacked', (name) => {
  const tables = tablesOf(readWoff2(packed(name)))
  const boxes = boxesOf(tables)

  it('has an outline for every glyph that the font counts', () => {
    expect(boxes).toHaveLength(table(tables, 'maxp').readUInt16BE(4))
    expect(boxes.filter((box) => box !== null).length).toBeGreaterThan(200)
  })

  it('has outlines that together fill the box which the font states', () => {
    const head = table(tables, 'head')
    const stated = [36, 38, 40, 42].map((at) => head.readInt16BE(at))
    const edge = (at: number, pick: (...values: number[]) => number) =>
      pick(...boxes.flatMap((box) => (box === null ? [] : [box[at] ?? Number.NaN])))
    expect([edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)]).toEqual(stated)
  })

  it('has outlines that begin where the metrics say', () => {
    const metrics = table(tables, 'hmtx')
    const wide = table(tables, 'hhea').readUInt16BE(34)
    const bearing = (glyph: number) => metrics.readInt16BE(glyph < wide ? 4 * glyph + 2 : 4 * wide + 2 * (glyph - wide))
    const astray = boxes.flatMap((box, glyph) => (box && box[0] !== bearing(glyph) ? [glyph] : []))
    expect(astray).toEqual([])
  })
})

describe('a file that is no such font', () => {
  it('is refused', () => {
    expect(() => readWoff2(Buffer.from('not a font at all, only some text'))).toThrow('This is no WOFF2 file.')
  })

  it('is refused when it is cut short', () => {
    const file = packed('instrument-sans')
    expect(() => readWoff2(file.subarray(0, file.length - 2_000))).toThrow()
  })
})
