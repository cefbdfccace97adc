import { expect, it } from 'vitest'
import { engineTable } from '../../commands/test/run-engines.mjs'

const result = (engine: string, title: string, status: string) => ({ ancestorTitles: [engine], title, status })

it('has a row per journey and a column per engine, and lists skipped engines', () => {
  const assertionResults = [
    result('Chromium', 'a visitor joins', 'passed'),
    result('Chromium', 'a member pays', 'passed'),
    result('Firefox', 'a visitor joins', 'passed'),
    result('Firefox', 'a member pays', 'failed'),
    result('WebKit', 'a visitor joins', 'skipped'),
    result('WebKit', 'a member pays', 'skipped'),
    { ancestorTitles: [], title: 'the journeys know three engines', status: 'passed' },
  ]
  const { text, counts } = engineTable({ testResults: [{ assertionResults }] })
  expect(text.split('\n')).toEqual([
    'Chromium  Firefox  WebKit  journey',
    '✓         ✓        –       a visitor joins',
    '✓         ✗        –       a member pays',
    'not checked: WebKit, which is not installed.',
  ])
  expect(counts).toMatchObject({ passed: 3, skipped: 2, failures: [{ name: 'Firefox › a member pays' }] })
})
