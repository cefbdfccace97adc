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

/** Lines of tags with an ID `fail-…`, found without a parser. */
const failing = (text: string): number[] =>
  [...text.matchAll(/\sid="fail-/g)].map(({ index }) => text.slice(0, text.lastIndexOf('<', index)).split('\n').length)

describe('a rule’s own page', () => {
  test('exists for every rule', () => {
    expect(ids.filter((id) => !all.includes(join('inspector', `${id}.html`)))).toEqual([])
  })

  test.each(all.filter(isOfRule))('%s has only its marked mistake', (path) => {
    const text = read(path)
    const lines = failing(text)
    expect(lines).not.toEqual([])
    expect(findingsIn(text)).toEqual(lines.map((line) => `${line} ${basename(path, '.html')}`))
  })
})

/** What a page shows on purpose: a click on it says that the coupon has expired. */
const intended = new Map([[join('plans', 'coupons.html'), ['unknown-coupon']]])

describe('a page of another kind', () => {
  test.each(all.filter((path) => !isOfRule(path)))('%s has no mistake but an intended one', (path) => {
    const found = findingsIn(read(path)).map((finding) => finding.split(' ')[1])
    expect(found).toEqual(intended.get(path) ?? [])
  })
})
