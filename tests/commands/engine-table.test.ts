import { expect, it } from 'vitest'
import { engineTable } from '../../commands/test/run-engines.mjs'

const result = (engine: string, title: string, status: string) => ({ ancestorTitles: [engine], title, status })

it('has a row for each journey and a column for each engine, and says what was skipped', () => {
  const assertionResults = [
    result('Chromium', 'somebody joins', 'passed'),
    result('Chromium', 'somebody pays', 'passed'),
    result('Firefox', 'somebody joins', 'passed'),
    result('Firefox', 'somebody pays', 'failed'),
    result('WebKit', 'somebody joins', 'skipped'),
    result('WebKit', 'somebody pays', 'skipped'),
    { ancestorTitles: [], title: 'the journeys know three engines', status: 'passed' },
  ]
  const { text, counts } = engineTable({ testResults: [{ assertionResults }] })
  expect(text.split('\n')).toEqual([
    'Chromium  Firefox  WebKit  journey',
    '✓         ✓        –       somebody joins',
    '✓         ✗        –       somebody pays',
    'WebKit is skipped: it is not installed here.',
  ])
  expect(counts).toEqual({ passed: 3, failed: 1, skipped: 2 })
})
