import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../support/run-process'
import { allMarkup, documentationProblems, readAttributeRows, unknownMarkup, untestedMarkup } from './attribute-docs'
import { readTree } from './read-tree'

const files = readTree()
const markdown = readFileSync(join(projectRoot, 'docs/attributes.md'), 'utf8')
const rows = readAttributeRows(markdown)

describe('attributes, their documentation and the demo pages', () => {
  it('agree: every attribute and value has a row with an example and a demo page, and nothing else has one', () => {
    expect(rows.length).toBeGreaterThan(allMarkup.length / 2)
    expect(documentationProblems(rows, files)).toEqual([])
  })

  it('contain no unknown attribute on demo pages', () => expect(unknownMarkup(files)).toEqual([]))

  it('are each tested in a browser', () => expect(untestedMarkup(files)).toEqual([]))
})

describe('the check', () => {
  const row = '| `data-ms-form` | `login` | Logs in | `<form data-ms-form="login">` | [login](../demo-pages/a.html) |'
  const page = (text: string) => [{ path: 'demo-pages/a.html', text }]
  const about = (problems: string[]) => problems.filter((problem) => !problem.endsWith('has no row'))

  it('accepts a correct row', () => {
    const good = page('<form data-ms-form="login">')
    expect(about(documentationProblems(readAttributeRows(row), good))).toEqual([])
    expect(unknownMarkup(good)).toEqual([])
  })

  it('finds an attribute without a row, a row without an attribute, and a page that does not show it', () => {
    expect(documentationProblems([], [])).toContain('data-ms-form="login" has no row')
    const wrong = row.replaceAll('login', 'log-in')
    expect(about(documentationProblems(readAttributeRows(wrong), page('<form>')))).toEqual([
      'data-ms-form="log-in" is documented, but no value',
      'data-ms-form="log-in" is on none of the pages of its row',
    ])
    expect(about(documentationProblems(readAttributeRows(row), []))).toContain(
      'data-ms-form="login" links demo-pages/a.html: no such page',
    )
  })

  it('finds a typing error on a demo page', () => {
    expect(unknownMarkup(page('<form data-ms-from="login"><a data-ms-modal="log-in">'))).toEqual([
      'demo-pages/a.html: data-ms-from',
      'demo-pages/a.html: data-ms-modal="log-in"',
    ])
  })

  it('finds that a title names only a longer attribute', () => {
    const spec = (title: string) => [{ path: 'tests/e2e/a.spec.ts', text: `test('${title}', async () => {})` }]
    expect(untestedMarkup(spec('data-ms-message-text: takes the sentence'))).toContain('data-ms-message="error"')
    expect(untestedMarkup(spec('data-ms-modal-tab="team": x'))).not.toContain('data-ms-modal-tab="team"')
    expect(untestedMarkup(spec('data-ms-coupon: x'))).not.toContain('data-ms-coupon')
    expect(untestedMarkup(spec('data-ms-coupons: x'))).toContain('data-ms-coupon')
  })
})
