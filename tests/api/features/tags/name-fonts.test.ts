import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawText } from '../../../../api/features/tags/documents/drawing'
import { type Fonts, readFonts, toRuns, withFallbacks } from '../../../../api/features/tags/documents/fonts'
import { HOLDER_NAME_MAX_CHARS } from '../../../../contract/limits'
import { drawnScripts, isInDrawnScript } from '../../../../contract/drawn-scripts'
import { writeTestFonts } from '../../../support/write-test-fonts'

let folder: string
let own: Fonts
beforeAll(async () => {
  folder = await writeTestFonts(mkdtempSync(join(tmpdir(), 'fonts-')))
  own = readFonts(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A name in each script, with letters that need shaping where the script has some. */
const names: Record<(typeof drawnScripts)[number], string> = {
  Arabic: 'محمد بن علي الحسن',
  Armenian: 'Արամ Խաչատրյան',
  Bengali: 'রবীন্দ্রনাথ ঠাকুর',
  Cyrillic: 'Олена Ґедзь',
  Devanagari: 'राजेश कुमार',
  Ethiopic: 'ኃይሌ ገብረሥላሴ',
  Georgian: 'შოთა რუსთაველი',
  Greek: 'Γιώργος Παπαδόπουλος',
  Gujarati: 'નરેન્દ્ર પટેલ',
  Gurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  Han: '王小明 陳大文 渡邉',
  Hangul: '김민수',
  Hebrew: 'דוד בן־גוריון',
  Hiragana: 'やまだ たろう',
  Kannada: 'ರಾಜ್‌ಕುಮಾರ್',
  Katakana: 'ヤマダ タロウ',
  Khmer: 'សុខ ភិរម្យ',
  Lao: 'ສົມໄຊ ພົມມະຈັນ',
  Latin: 'Nguyễn Thị Ánh',
  Malayalam: 'രാജേഷ് കുമാർ',
  Myanmar: 'အောင်ဆန်း',
  Sinhala: 'කුමාර සංගක්කාර',
  Tamil: 'தமிழ் செல்வன்',
  Telugu: 'రాజేష్ కుమార్',
  Thai: 'สมชาย ใจดี',
}
const style = { family: 'text', size: 20, weight: 500 } as const

describe('a name', () => {
  it.each(drawnScripts.map((script) => [script, names[script]]))('in %s can be drawn: %s', async (_script, name) => {
    expect(isInDrawnScript(name)).toBe(true)
    const fonts = await withFallbacks(own, [name])
    const drawn = drawText(fonts, name, style)
    expect(drawn?.width).toBeGreaterThan(20)
    expect(drawn?.path).not.toBe('')
    // No letter is the font's sign for a missing one.
    for (const { file, text } of toRuns(fonts.text, name) ?? [])
      for (const { id } of file.font.layout(text).glyphs) expect(id).not.toBe(0)
  })

  it('in our own letters needs no other font', async () => {
    expect(await withFallbacks(own, ['Ann Łukasz-Ádám O’Neil'])).toBe(own)
  })

  it('in a script that cannot be drawn is known before it is paid for', async () => {
    expect(isInDrawnScript('ᏣᎳᎩ Lee')).toBe(false)
    expect(drawText(await withFallbacks(own, ['ᏣᎳᎩ']), 'ᏣᎳᎩ', style)).toBeNull()
  })

  it('may have signs of any kind: only its letters count', () => {
    expect(isInDrawnScript('Ann 🙂 (1) Lee')).toBe(true)
  })
})

describe('from right to left', () => {
  const inOrder = async (name: string) =>
    toRuns((await withFallbacks(own, [name])).text, name)
      ?.map(({ text }) => text)
      .join('')

  it.each([
    ['two words', 'דוד כהן', 'כהן דוד'],
    ['between Latin words', 'Ada דוד כהן Lee', 'Ada כהן דוד Lee'],
    ['Latin in it', 'דוד Lee כהן', 'כהן Lee דוד'],
    ['brackets open to the other side', 'דוד (כהן)', '(כהן) דוד'],
    ['numbers stay as they are', 'דוד 12', '12 דוד'],
  ])('%s', async (_case, name, shown) => {
    expect(await inOrder(name)).toBe(shown)
  })
})

it('a hundred letters of as many files are read in parts, so that other requests run between them', async () => {
  const many = oneOfEachFile().slice(0, HOLDER_NAME_MAX_CHARS).join('')
  let others = 0
  const counting = setInterval(() => (others += 1), 0)
  const fonts = await withFallbacks(own, [many])
  clearInterval(counting)
  expect(drawText(fonts, many, style)).not.toBeNull()
  expect(others).toBeGreaterThan(10)
})

describe('a decoded file', () => {
  const contentFor = async (name: string) => (await withFallbacks(own, [name])).text.at(-1)?.content

  it('is decoded once for the certificate, the badge and the image of a TrustTag', async () => {
    expect(await contentFor(names.Arabic)).toBe(await contentFor(names.Arabic))
  })

  it('is dropped for the files of other names, so that the memory is bounded', async () => {
    const first = await contentFor(names.Arabic)
    await withFallbacks(own, [oneOfEachFile().slice(0, 50).join('')])
    const again = await contentFor(names.Arabic)
    expect(again).not.toBe(first)
    expect(again).toEqual(first)
  })
})

/** A Han letter of each file of the Chinese package. */
function oneOfEachFile(): string[] {
  const index = createRequire(import.meta.url).resolve('@fontsource-variable/noto-sans-sc/unicode.json')
  const files: Record<string, string> = JSON.parse(readFileSync(index, 'utf8'))
  return Object.values(files).flatMap((ranges) => {
    const han = /U\+([5-9][0-9a-f]{3})/u.exec(ranges)?.[1]
    return han === undefined ? [] : [String.fromCodePoint(Number.parseInt(han, 16))]
  })
}
