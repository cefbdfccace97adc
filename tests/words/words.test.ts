import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findHits, hitsIn } from './find-hits.mjs'
import { proseOfDocument, proseOfPage, proseOfSource, proseOfTest } from './prose.mjs'

test('reads the lines of a document without its code', () => {
  const lines = proseOfDocument('a.md', '# Title\n\nUse `whoever` here.\n\n```html\n<p>whoever</p>\n```\n\nEnd\n')
  expect(lines.map(({ line, text }) => [line, text])).toEqual([
    [1, '# Title'],
    [3, 'Use `…` here.'],
    [9, 'End'],
  ])
})

test('reads the texts of a page without its scripts and tags', () => {
  const lines = proseOfPage('a.html', '<p title="x">Hello\n</p><script>\nlet whoever\n</script>')
  expect(lines.map(({ line, text }) => [line, text])).toEqual([[1, 'Hello']])
})

test('reads comments, strings, templates and JSX of a source file', () => {
  const source = ['/** Why. */', "const a = 'one two'", "const key = 'name'", 'const b = `${a} three four`', '// Last']
  const found = proseOfSource('a.tsx', [...source, 'const c = <b>five six</b>'].join('\n'))
  expect(found.map(({ kind, line, text }) => [kind, line, text])).toEqual([
    ['texts', 2, 'one two'],
    ['texts', 4, 'three four'],
    ['texts', 6, 'five six'],
    ['comments', 1, 'Why.'],
    ['comments', 5, 'Last'],
  ])
})

test('reads the names of tests and no other strings of theirs', () => {
  const found = proseOfTest('a.test.ts', "describe('a b', () => {\n  test.each([1])('c %s', () => use('d e'))\n})")
  expect(found.map(({ kind, line, text }) => [kind, line, text])).toEqual([
    ['test names', 1, 'a b'],
    ['test names', 2, 'c %s'],
  ])
})

test('finds a word of the table and says what to write', () => {
  const [hit] = hitsIn({ kind: 'texts', path: 'a.ts', line: 3, text: 'Whoever has the ID can check it.' })
  expect(hit).toMatchObject({ risk: 'low', found: 'Whoever', instead: 'anyone who / the caller / the holder', line: 3 })
  expect(hitsIn({ kind: 'texts', path: 'a.ts', line: 3, text: 'Anyone with the ID can check it.' })).toEqual([])
})

test('no text, document, comment or test name has a low-risk word', () => {
  const hits = findHits(fileURLToPath(new URL('../..', import.meta.url)))
  const low = hits.filter(({ risk }) => risk === 'low')
  expect(low.map(({ path, line, found, instead }) => `${path}:${line}: "${found}"; write: ${instead}`)).toEqual([])
})
