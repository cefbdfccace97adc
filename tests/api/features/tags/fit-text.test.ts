import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { drawText, fitText } from '../../../../api/features/tags/documents/drawing'
import { readFonts } from '../../../../api/features/tags/documents/fonts'
import type { TextStyle } from '../../../../api/features/tags/documents/drawing'
import type { Fonts } from '../../../../api/features/tags/documents/fonts'
import { HOLDER_NAME_MAX_CHARS } from '../../../../contract/limits'
import { writeTestFonts } from '../../../support/write-test-fonts'

const style: TextStyle = { family: 'display', size: 84, weight: 700, spacing: -0.02 }
const WIDTH = 610
let folder: string
let fonts: Fonts

beforeAll(async () => {
  folder = await writeTestFonts(mkdtempSync(join(tmpdir(), 'fonts-')))
  fonts = readFonts(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(['Cook', 'Certified Nursing Assistant (CNA)', 'Łukasz '.repeat(9).trim(), 'W'.repeat(40)])(
  'every line of "%s" is as wide as it is drawn, and fits',
  (text) => {
    const fitted = fitText(fonts, text, { style, width: WIDTH, lines: 2 })!
    const lines = fitted.lines.map(({ width }) => width)
    expect(lines.length).toBeLessThanOrEqual(2)
    for (const width of lines) expect(width).toBeLessThanOrEqual(WIDTH)
    // One step larger does not fit, or it has the maximum size.
    const larger = drawText(fonts, text, { ...style, size: fitted.size / 0.92 })!
    if (fitted.size < style.size) expect(larger.width).toBeGreaterThan(WIDTH)
  },
)

test('the longest text of the shortest words is measured a few times per word, whatever its size', () => {
  const words = HOLDER_NAME_MAX_CHARS / 2
  const layouts = fonts.display.map((file) => vi.spyOn(file.atWeight(style.weight), 'layout'))
  fitText(fonts, 'W '.repeat(words).trim(), { style, width: WIDTH, lines: 2 })
  const calls = layouts.reduce((count, layout) => count + layout.mock.calls.length, 0)
  vi.restoreAllMocks()
  expect(calls).toBeGreaterThan(0)
  expect(calls).toBeLessThan(3 * words)
})
