import { assert, jsonValue, property, subarray } from '../../support/fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { bakeSvg } from '../../../api/features/tags/files'
import { countInSvg, unbakeSvg } from '../../../contract/credential/unbake-svg'

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

const OB = 'https://purl.imsglobal.org/ob/v3p0'
const inSvg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${content}</svg>`

describe('a credential in an SVG that another program saved', () => {
  it.each([
    ['with another prefix', inSvg('<ob:credential>{}</ob:credential>', ` xmlns:ob="${OB}"`)],
    ['with the prefix at the element', inSvg(`<x:credential xmlns:x="${OB}"><![CDATA[{}]]></x:credential>`)],
    ['without a prefix', inSvg(`<credential xmlns="${OB}">{}</credential>`)],
    ['in a group without prefixes', inSvg(`<metadata xmlns="${OB}"><credential>{}</credential></metadata>`)],
    ['with single quotation marks', inSvg('<ob:credential>{}</ob:credential>', ` xmlns:ob = '${OB}'`)],
    [
      'with an escaped namespace',
      inSvg('<ob:credential>{}</ob:credential>', ` xmlns:ob="${OB.replaceAll('/', '&#x2F;')}"`),
    ],
    ['with spaces in its tags', inSvg('<ob:credential\n\t>{}</ob:credential\n>', `\n\txmlns:ob="${OB}"\n`)],
    ['with attributes', inSvg('<ob:credential xml:space="preserve" id="a>b">{}</ob:credential>', ` xmlns:ob="${OB}"`)],
    [
      'behind an attribute that looks like a tag',
      inSvg(
        `<text title='</svg><![CDATA['/><a:credential xmlns:a="${OB}">{}</a:credential>`.replace(
          "'</svg><![CDATA['",
          '"&lt;/svg> xmlns:a=&apos;x&apos;"',
        ),
      ),
    ],
    [
      'behind a prefix of the same name that ended',
      inSvg(`<g xmlns:a="urn:x"/><a:credential>{}</a:credential>`, ` xmlns:a="${OB}"`),
    ],
    [
      'whose prefix has another meaning further inside',
      inSvg(`<a:credential>{}</a:credential><g xmlns:a="urn:x"><a:credential/></g>`, ` xmlns:a="${OB}"`),
    ],
    [
      'behind a document type of SVG 1.1',
      `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'>${inSvg('<ob:credential>{}</ob:credential>', ` xmlns:ob="${OB}"`)}`,
    ],
  ])('%s', (_, file) => {
    expect(unbakeSvg(file)).toBe('{}')
    expect(countInSvg(file)).toBe(1)
  })

  it('with its letters as numbers', () => {
    const text = '&#123;&#x22;a&#X22;:&quot;&#x1F373;&#0;&lt;&quot;}'.replace('&#X22;', '&#34;')
    expect(unbakeSvg(inSvg(`<o:credential>${text}</o:credential>`, ` xmlns:o="${OB}"`))).toBe('{"a":"🍳&#0;<"}')
  })

  it('with its proof under another prefix', () => {
    const baked = bakeSvg(DRAWING, '{"a":1}', 'proof\n')
      .replaceAll('openbadges:', 'ob:')
      .replaceAll('tlog:', 'p:')
      .replaceAll('xmlns:openbadges', 'xmlns:ob')
      .replaceAll('xmlns:tlog', 'xmlns:p')
    expect(unbakeSvg(baked)).toBe('{"a":1}')
    expect(unbakeSvg(baked, 'tlog:proof')).toBe('proof')
  })

  it('counts twice under two prefixes, and under ours with another meaning', () => {
    const two = inSvg(
      `<a:credential>{}</a:credential><b:credential>{}</b:credential>`,
      ` xmlns:a="${OB}" xmlns:b="${OB}"`,
    )
    const other = inSvg(
      `<openbadges:credential>{}</openbadges:credential><a:credential>{}</a:credential>`,
      ` xmlns:a="${OB}" xmlns:openbadges="urn:x"`,
    )
    for (const file of [two, other]) expect([countInSvg(file), unbakeSvg(file)]).toEqual([2, null])
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
    ['our prefix with another meaning', inSvg(element('{}'), ' xmlns:openbadges="urn:x"')],
    ['its name in another namespace', inSvg('<a:credential>{}</a:credential>', ' xmlns:a="urn:x"')],
    ['its name without a namespace', inSvg('<credential>{}</credential>')],
    ['its namespace under another name', inSvg('<a:proof>{}</a:proof>', ` xmlns:a="${OB}"`)],
    ['one whose prefix ended', inSvg(`<g xmlns:a="${OB}"/><a:credential>{}</a:credential>`)],
    ['one in an attribute', inSvg(`<text title='<a:credential xmlns:a="${OB}">{}</a:credential>'/>`)],
    ['one in a file that ends too early', inSvg(element('{}')).replace('</svg>', '')],
    ['one among tags that do not match', inSvg(`<g>${element('{}')}</h>`)],
    [
      'a document type that names another file',
      `<!DOCTYPE svg [<!ENTITY % x SYSTEM "file:///etc/passwd">%x;]>${around(element('{}'))}`,
    ],
    ['a letter of a document type', `<!DOCTYPE svg SYSTEM "x.dtd" [<!ENTITY lol "lol">]>${around(element('&lol;'))}`],
    ['one without bounds', around(element(`<![CDATA["${'a'.repeat(1_000_001)}"]]>`))],
  ])('%s', (_, file) => {
    expect(unbakeSvg(file)).toBeNull()
  })

  // Read again and again it would take hours.
  it('a hostile megabyte: it is read in one go', () => {
    for (const part of [
      '<',
      '<!--',
      '<a>',
      '<openbadges:credential>',
      element('x'),
      '<![CDATA[',
      '<a ',
      '<a\t\n',
      '<a b',
      '<a b=',
      '<a b="',
      '<a xmlns:a="',
      '<a xmlns:a="b">',
      '<a:credential xmlns:a="b">',
      "<a b='c' ",
      '<!DOCTYPE ',
      '<!DOCTYPE "',
      '</a',
      'a ',
    ])
      for (const file of [
        part.repeat(1_000_000 / part.length),
        `<svg ${part.repeat(1_000_000 / part.length)}`,
        `<svg>${part.repeat(1_000_000 / part.length)}`,
      ]) {
        const start = performance.now()
        expect(unbakeSvg(file)).toBeNull()
        expect([part, performance.now() - start < 5_000]).toEqual([part, true])
      }
    const nested = Array.from({ length: 40_000 }, (_, n) => `<p${n}:credential xmlns:p${n}="b">`).join('')
    expect(unbakeSvg(nested)).toBeNull()
    expect(unbakeSvg(`<svg${Array.from({ length: 40_000 }, (_, n) => ` xmlns:p${n}="b"`).join('')}/>`)).toBeNull()
  })
})
