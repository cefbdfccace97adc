import { expect, test } from 'vitest'
import { sanitizeHtml } from '../../../../api/lib/html'
import { parsed } from './parsed'

/** The sanitized text; also checks that the tree is the same. */
async function contentOf(html: string): Promise<string> {
  const { content, nodes } = await sanitizeHtml(html)
  expect(parsed(content)).toEqual(nodes)
  return content
}

test('text, lists, tables, links and images stay unchanged', async () => {
  const html =
    '<h2 class="big">Hi</h2><p lang="de">a <b>b</b> + <a href="/c?d=1#e" target="_blank" rel="noopener">c</a></p>' +
    '<ul><li>1</li></ul><table><caption>t</caption><tbody><tr><th scope="row">h</th><td colspan="2">d</td></tr></tbody></table>' +
    '<img src="https://a.example/b.png" alt="b" width="10" height="20" loading="lazy">' +
    '<video src="/v.mp4" controls poster="/v.png" playsinline></video><a href="mailto:a@b.co">m</a><a href="tel:+1">t</a>'
  expect(await contentOf(html)).toBe(html)
})

test('all the widget’s own attributes stay', async () => {
  const html =
    '<p data-ms-content="!members" data-ms-plan:add="pln_free" data-ms-bind:class="red" data-ms-x.y-1="z">a</p>' +
    '<button data-ms-modal="login" type="button">b</button>'
  expect(await contentOf(html)).toBe(html)
})

test('except the one that is a style', async () => {
  const html =
    '<p data-ms-bind:style="position:fixed;inset:0" DATA-MS-BIND:STYLE="background:url(//evil.example)">a</p>'
  expect(await contentOf(html)).toBe('<p>a</p>')
})

test.for([
  ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
  ['<p onclick="alert(1)" onpointerenter=x>a</p>', '<p>a</p>'],
  ['<p style="position:fixed">a</p><style>p{}</style>', '<p>a</p>'],
  ['<link rel="stylesheet" href="/x.css"><meta http-equiv="refresh" content="0"><base href="//x">a', 'a'],
  ['<form action="/steal"><label>Password <input type="password"></label><textarea>t</textarea></form>', 'Password '],
  ['<button formaction="javascript:1" type="submit" form="f">a</button>', '<button type="button">a</button>'],
  ['<iframe src="/x">a</iframe><object data="/x">b</object><embed src="/x">c', 'c'],
  ['<svg><a href="javascript:1"><text>a</text></a></svg><math><mi href="javascript:1">b</mi></math>c', 'c'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href=" &#1;java\tscript&colon;alert(1)">a</a>', '<a>a</a>'],
  [
    '<a href="JaVaScRiPt:1">a</a><a href="vbscript:1">b</a><a href="data:text/html,x">c</a>',
    '<a>a</a><a>b</a><a>c</a>',
  ],
  ['<img src="data:image/svg+xml,x" alt="a" srcset="javascript:1"><video poster="javascript:1"></video>', null],
  ['<a href="/x" ping="https://evil.example" target="_top">a</a>', '<a href="/x">a</a>'],
  [
    '<p id="location" name="body">a</p><a name="cookie" id="x">b</a><img name="getElementById">',
    '<p>a</p><a>b</a><img>',
  ],
  ['<p data-hx-on:click="alert(1)" data-controller="x" data-msx="y" x-on:click="z" is="a-b">a</p>', '<p>a</p>'],
  ['<template><p>a</p></template><noscript><p>b</p></noscript><!-- c --><custom-part>d</custom-part>', 'd'],
  ['<td>a</td><caption>b</caption>', 'ab'],
  ['<p><object><p>a</p></object>b', '<p>b</p>'],
  ['<script.x>a</script.x><a#b.c href="javascript:1">d', '<a class="c">d</a>'],
] as const)('%s', async ([html, safe]) => {
  const content = await contentOf(html)
  if (safe !== null) expect(content).toBe(safe)
  expect(content).not.toMatch(/javascript|data:|alert|evil/iu)
})

test('invalid markup is corrected as a browser does, in both forms', async () => {
  expect(await contentOf('<p>one<p>two')).toBe('<p>one</p><p>two</p>')
  expect(await contentOf('<b>a<p>b</b>c</p>')).toBe('<b>a</b><p><b>b</b>c</p>')
  expect(await contentOf('1 < 2 & "3" &copy;')).toBe('1 &#x3C; 2 &#x26; "3" ©')
  expect(await contentOf('<pre>\n\nx\r\ny</pre>')).toMatch(/^<pre>\n*x\ny<\/pre>$/u)
})

test.for([
  ['10,000 elements within each other', '<div>'.repeat(10_000), /100 nested elements/u],
  ['formatting that every paragraph repeats', `${formatting(50_000)}${'<p>'.repeat(50_000)}`, /100 nested elements/u],
  ['90 levels of formatting in 2,000 paragraphs', `<p>${formatting(90)}${'<p>x'.repeat(2_000)}`, /elements and texts/u],
  ['a name that trips the parser up', '<p>a</p><template#b>c', /element with an invalid name/u],
  ['200,000 line breaks', '<br>'.repeat(200_000), /100000 elements and texts/u],
] as const)('%s: refused', async ([, html, reason]) => {
  await expect(sanitizeHtml(html).then(() => 'served')).rejects.toThrow(reason)
})

test.for([
  ['a million characters of text', 'x'.repeat(1_000_000)],
  ['100,000 opening brackets', '<'.repeat(100_000)],
  ['100 levels', `${'<div>'.repeat(99)}<b>x</b>${'</div>'.repeat(99)}`],
] as const)('%s are served', async ([, html]) => {
  const { content, nodes } = await sanitizeHtml(html)
  expect(parsed(content)).toEqual(nodes)
})

test('large HTML lets other requests run between its passes', async () => {
  let rounds = 0
  const count = (): void => {
    rounds += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await sanitizeHtml('x')
  rounds = 0
  await sanitizeHtml('<p>x</p>'.repeat(5_000))
  clearImmediate(next)
  expect(rounds).toBeGreaterThanOrEqual(3)
})

test('a long text is one node, not one per word', async () => {
  await expect(sanitizeHtml('word '.repeat(150_000))).resolves.toMatchObject({ nodes: [expect.any(String)] })
})

/** Different elements, because a parser keeps only three equal ones open. */
function formatting(count: number): string {
  return Array.from({ length: count }, (_, index) => `<b title=${index}>`).join('')
}
