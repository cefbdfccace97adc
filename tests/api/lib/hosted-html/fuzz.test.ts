import * as fc from '../../../support/fast-check'
import { expect, test } from 'vitest'
import type { ContentNode } from '../../../../contract/entities'
import { sanitizeHtml, UnusableHtmlError } from '../../../../api/lib/html'
import { elementsOf, parsed } from './parsed'

const words = (list: string): string[] => list.split(' ')

const tags = [
  ...words(
    'a b i p div span ul li table caption colgroup col tbody tr td th h1 pre br hr button form input select option',
  ),
  ...words(
    'textarea label script style svg math mi mtext annotation-xml foreignObject desc title template noscript iframe',
  ),
  ...words(
    'object img video source plaintext xmp noembed frameset body html head base link meta marquee font custom-part',
  ),
]
const names = [
  ...words(
    'id name class style href src srcset action formaction xlink:href poster cite onclick onerror onload is slot',
  ),
  ...words('data-ms-form data-ms-plan:add data-hx-on data-x target rel type width hidden encoding background'),
]
const values = [
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'JAVASCRIPT&colon;alert(1)',
  '&#x6a;avascript:alert(1)',
  'data:text/html,<script>',
  'x" onclick="alert(1)',
  "x' onclick='alert(1)",
  '"><script>alert(1)',
  ...words('//x /y https://a.example mailto:a@b.co `x` text/html -1 1e999 \u0000 \u202e &'),
]
const texts = [
  '\n',
  '\r\n',
  ' ',
  '<script>alert(1)</script>',
  '</style><img src=x onerror=alert(1)>',
  ...words('x &lt;script&gt; <!-- --> --!> <![CDATA[ ]]> <?x </ < > " \0 &#13; &notit; \ud800 </p> </br>'),
]

const name = fc.constantFrom(...names)
const tag = fc.constantFrom(...tags)
const attribute = fc
  .tuple(name, fc.oneof(fc.constantFrom(...values), fc.string()), fc.constantFrom('"', "'", ''))
  .map(([key, value, quote]) => ` ${key}=${quote}${value}${quote}`)
const opening = fc.tuple(tag, fc.array(attribute, { maxLength: 3 }), fc.constantFrom('>', '/>', ''))
/** Allowed elements and attributes with forbidden values. */
const tempting = fc
  .tuple(fc.constantFrom(...words('a img video blockquote')), fc.constantFrom('href', 'src', 'poster', 'cite'))
  .chain(([open, key]) => fc.constantFrom(...values).map((value) => `<${open} ${key}='${value}'>`))
const piece = fc.oneof(
  { weight: 1, arbitrary: tempting },
  { weight: 4, arbitrary: opening.map(([open, attributes, end]) => `<${open}${attributes.join('')}${end}`) },
  { weight: 2, arbitrary: tag.map((close) => `</${close}>`) },
  { weight: 2, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string() },
)
const html = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

const ACTS =
  /^(script|style|iframe|object|embed|form|input|textarea|select|svg|math|template|base|link|meta|noscript)$/u
const ADDRESSES = new Set(['href', 'src', 'poster', 'cite'])
const FORBIDDEN = /^(on|id$|name$|style$|srcset$|is$|slot$|xlink|form|action)|^data-(?!ms-)/u

/** Active or interfering nodes of a tree. */
function dangers(nodes: readonly ContentNode[]): string[] {
  return elementsOf(nodes).flatMap(({ tag: element, attributes }) => {
    const found = Object.entries(attributes)
      .filter(([key, value]) => FORBIDDEN.test(key) || (ADDRESSES.has(key) && !isSafe(value)))
      .map(([key, value]) => `${key}="${value}"`)
    if (ACTS.test(element)) found.push(element)
    if (element === 'button' && attributes['type'] !== 'button') found.push('a button that submits')
    return found
  })
}

/** As a browser resolves the URL. */
function isSafe(address: string): boolean {
  const base = 'https://site.example/page'
  return !URL.canParse(address, base) || /^(https?|mailto|tel):$/u.test(new URL(address, base).protocol)
}

test('no HTML keeps active content, in either form, and the forms agree', async () => {
  await fc.assert(
    fc.asyncProperty(html, async (written) => {
      const safe = await sanitizeHtml(written).catch((error: unknown) => {
        if (error instanceof UnusableHtmlError) return null
        throw error
      })
      fc.pre(safe !== null)
      expect(dangers(safe.nodes)).toEqual([])
      expect(parsed(safe.content)).toEqual(safe.nodes)
    }),
    { numRuns: 1_000 },
  )
})

test('the check itself finds planted dangers', () => {
  expect(
    dangers(parsed('<a href=" java\nscript:1" onclick=x id=y><script></script></a><p data-hx-on=z>')),
  ).toHaveLength(5)
})
