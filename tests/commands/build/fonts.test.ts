import { openSync } from 'fontkit'
import type { Font, FontCollection } from 'fontkit'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../support/run-process'

const read = (file: string): Font => {
  const font: Font | FontCollection = openSync(join(projectRoot, file))
  if ('fonts' in font) throw new Error(`${file} is a collection.`)
  return font
}

/** The facts that drawings depend on: glyphs, outlines and metrics. */
const factsOf = (font: Font) =>
  font.characterSet
    .toSorted((a, b) => a - b)
    .map((code) => {
      const { advanceWidth, path } = font.glyphForCodePoint(code)
      return [code, advanceWidth, path.toSVG()]
    })

it.each([
  ['bricolage-grotesque', 'latin'],
  ['bricolage-grotesque', 'latin-ext'],
  ['instrument-sans', 'latin'],
  ['instrument-sans', 'latin-ext'],
])('the font %s, %s, has the outlines of its package', (font, letters) => {
  const packed = read(`node_modules/@fontsource-variable/${font}/files/${font}-${letters}-wght-normal.woff2`)
  const shipped = read(`api/fonts/${font}-${letters}.ttf`)
  expect(shipped.version).toBe(packed.version)
  expect(factsOf(shipped)).toEqual(factsOf(packed))
})
