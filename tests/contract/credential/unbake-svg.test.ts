import { assert, jsonValue, property, subarray } from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { bakeSvg } from '../../../api/features/tags/files'
import { unbakeSvg } from '../../../contract/credential/unbake-svg'

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
const around = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0">${content}</svg>`
const element = (content: string) => `<openbadges:credential>${content}</openbadges:credential>`

/** Texts that XML and JSON escape differently. */
const awkward = ['</openbadges:credential>', ']]>', '<!--', '<![CDATA[', '&lt;', '\uFFFF', '\uD800', '\u2028', '"\\']

describe('a credential in an SVG', () => {
  it('comes out as the data that went in, whatever it says', () => {
    assert(
      property(jsonValue(), subarray(awkward), (value, texts) => {
        const credential = { value, texts }
        const text = unbakeSvg(bakeSvg(DRAWING, JSON.stringify(credential)))
        expect(JSON.parse(text ?? 'null')).toEqual(JSON.parse(JSON.stringify(credential)))
      }),
    )
  })

  it('leaves a drawing that a strict parser of XML takes, with the same pixels', async () => {
    const baked = bakeSvg(DRAWING, JSON.stringify({ texts: awkward }))
    const pixels = async (file: string) => sharp(Buffer.from(file)).raw().toBuffer()
    expect(await pixels(baked)).toEqual(await pixels(DRAWING))
    expect(baked).toContain('xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"')
    await expect(pixels(baked.replace(String.raw`]]\u003e`, ']]>'))).rejects.toThrow()
  })

  it('is read from a file as the standard shows it: a declaration, line breaks, spaces', () => {
    const file = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- > -->\n${around(`\n ${element('\n  <![CDATA[\n {"a":1}\n ]]>\n ')}`)}`
    expect(unbakeSvg(file)).toBe('{"a":1}')
  })

  it('is read where another program saved it with escaped letters', () => {
    expect(unbakeSvg(around(element('{&quot;a&quot;:&quot;&lt;b&gt; &amp;amp; &#39;c&#39;&quot;}')))).toBe(
      `{"a":"<b> &amp; 'c'"}`,
    )
  })
})

describe('what holds no credential', () => {
  it.each([
    ['a drawing', DRAWING],
    ['nothing', ''],
    ['two credentials', around(element('<![CDATA[{}]]>') + element('<![CDATA[{}]]>'))],
    ['one in a comment', around(`<!-- ${element('<![CDATA[{}]]>')} -->`)],
    ['one in a text', around(`<text><![CDATA[${element('{}')}]]></text>`)],
    ['one with a comment inside', around(element('<!-- {} --><![CDATA[{}]]>'))],
    ['one in two parts', around(element('<![CDATA[{]]><![CDATA[}]]>'))],
    ['another element of that kind of name', around('<openbadges:credentials>{}</openbadges:credentials>')],
    ['one as a token, which we never issue', around('<openbadges:credential verify="a.b.c"></openbadges:credential>')],
    ['one as a token, closed at once', around('<openbadges:credential verify="a.b.c"/>')],
    ['one that is not closed', around('<openbadges:credential><![CDATA[{}]]>')],
    ['one whose data does not end', around('<openbadges:credential><![CDATA[{}</openbadges:credential>')],
    ['a document type, which could define letters', `<!DOCTYPE svg [<!ENTITY a "b">]>${around(element('{}'))}`],
    ['one without bounds', around(element(`<![CDATA["${'a'.repeat(1_000_001)}"]]>`))],
  ])('%s', (_, file) => {
    expect(unbakeSvg(file)).toBeNull()
  })

  // Read again and again it would take hours.
  it('a hostile megabyte: it is read in one go', () => {
    for (const part of ['<', '<!--', '<a>', '<openbadges:credential>', element('x'), '<![CDATA['])
      expect(unbakeSvg(part.repeat(1_000_000 / part.length))).toBeNull()
  })
})
