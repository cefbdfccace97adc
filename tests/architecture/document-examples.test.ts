import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { installTag } from '../../contract/install-tag'
import { documentGroups } from '../../api/features/docs/documents'
import { inspectSource } from '../../widget/inspector/rules/source/inspect-source'
import { shippedApps } from '../../commands/inspect/read-app'
import { examplesOf, noticeExamples, pastedExamples, readExamples, ruleExamples } from './document-examples'

const [{ app: demoApp }] = shippedApps()
const inspect = (text: string) => inspectSource({ name: 'example', text, location: null }, demoApp)
const idsOf = (text: string): string[] => inspect(text).map(({ id }) => id)

/** Mistakes that an example shows on purpose. */
const intended: Readonly<Record<string, string[]>> = {
  inspector: ['incorrect-plan-id', 'price-without-action'],
  'memberstack-1': Array.from({ length: 5 }, () => 'memberstack-one-markup'),
}

const pasted = pastedExamples()
const all = readExamples()

describe('the examples of the documents', () => {
  it('are found', () => {
    expect(pasted.filter(({ isWhole }) => isWhole).length).toBeGreaterThan(10)
    expect(pasted.length).toBeGreaterThan(20)
    expect(ruleExamples().length).toBeGreaterThan(30)
  })

  it('have the recommended install tag, and so has the README', () => {
    const tag = installTag('http://localhost:4001', 'app_demo')
    for (const { html, name } of pasted)
      expect(html.replaceAll(/\s+/gu, ' '), name).toContain(tag.replace('></script>', ''))
    expect(readFileSync('README.md', 'utf8')).toContain(tag)
  })

  it.each(pasted)('$name has nothing for the inspector to list', ({ html, document, section }) => {
    const rows = inspect(html).filter(({ severity }) => severity !== 'found')
    expect(rows.map(({ id }) => id)).toEqual(section === '' ? (intended[document] ?? []) : [])
  })

  it.each(all.filter(({ language }) => language === 'json'))('$document.md:$line is JSON', ({ code }) => {
    const text = code.startsWith('"') ? `{${code}}` : code
    expect(() => void JSON.parse(text)).not.toThrow()
  })

  it.each(all.filter(({ language }) => ['js', 'ts', 'tsx'].includes(language)))(
    '$document.md:$line has no syntax error',
    ({ code, language }) => {
      const loader = language === 'js' ? 'js' : language === 'ts' ? 'ts' : 'tsx'
      expect(() => transformSync(code, { loader })).not.toThrow()
    },
  )
})

describe('each document for site builders', () => {
  const [building, members, programs] = documentGroups
  const firstOf = (name: string) => all.find(({ document }) => document === name)

  it.each([...building.names, ...members.names])('%s opens with a page to paste', (name) => {
    expect(firstOf(name)).toMatchObject({
      language: 'html',
      section: '',
      code: expect.stringMatching(/^<!doctype html>/u),
    })
  })

  it.each(programs.names)('%s opens with commands or code to paste', (name) => {
    expect(firstOf(name)).toMatchObject({ language: expect.stringMatching(/^(?:sh|js)$/u), section: '' })
  })
})

describe('the examples of the inspector’s rules', () => {
  it.each(ruleExamples())('$rule is found in the wrong markup and not in the right one', ({ rule, wrong, right }) => {
    expect(idsOf(wrong)).toContain(rule)
    expect(right).not.toBe('')
    expect(idsOf(right)).not.toContain(rule)
  })

  it.each(noticeExamples())('$notice is found in its markup', ({ notice, html }) => {
    expect(idsOf(html)).toContain(notice)
  })
})

it('reads the code, the language and the section of a block', () => {
  const markdown = ['# Title', '', '```sh', 'ls', '```', '', '## Part', '', '```html', '<p>', '</p>', '```'].join('\n')
  expect(examplesOf('a', markdown)).toEqual([
    { document: 'a', line: 4, language: 'sh', code: 'ls\n', section: '' },
    { document: 'a', line: 10, language: 'html', code: '<p>\n</p>\n', section: 'Part' },
  ])
})
