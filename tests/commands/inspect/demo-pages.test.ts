import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rules } from '../../../widget/inspector/rules'
import { findingsIn } from './inspect-text'

const folder = 'demo-pages'
const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'))
const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
const ids: readonly string[] = rules.map(({ id }) => id)
const isOfRule = (path: string): boolean => dirname(path) === 'inspector' && ids.includes(basename(path, '.html'))

/** Lines of the tags whose id begins with `fail-`, told without a parser. */
const failing = (text: string): number[] =>
  [...text.matchAll(/\sid="fail-/g)].map(({ index }) => text.slice(0, text.lastIndexOf('<', index)).split('\n').length)

describe('a rule’s own page', () => {
  test('is there for every rule', () => {
    expect(ids.filter((id) => !all.includes(join('inspector', `${id}.html`)))).toEqual([])
  })

  test.each(all.filter(isOfRule))('%s has its mistake where it says so, and no other', (path) => {
    const text = read(path)
    const lines = failing(text)
    expect(lines).not.toEqual([])
    expect(findingsIn(text)).toEqual(lines.map((line) => `${line} ${basename(path, '.html')}`))
  })
})

describe('a page that shows how it is done', () => {
  test.each(all.filter((path) => !isOfRule(path)))('%s has no mistake', (path) => {
    expect(findingsIn(read(path))).toEqual([])
  })
})
