import { describe, expect, it } from 'vitest'
import {
  failuresOfPlaywright,
  failuresOfVitest,
  flakyOfPlaywright,
  flakyOfVitest,
} from '../../commands/test/reports.mjs'

const FAILED_RUN = { code: 1, name: 'api', errors: null }

const journey = (title: string, ok: boolean, status: string, message?: string) => ({
  ok,
  title,
  file: 'e2e/door.spec.ts',
  tests: [{ status, results: [message === undefined ? {} : { error: { message } }] }],
})

const inner = { specs: [journey('sticks', true, 'flaky', 'Error: stuck'), journey('opens', true, 'expected')] }
const journeys = JSON.stringify({
  suites: [{ specs: [journey('closes', false, 'unexpected', 'Error: locked')], suites: [inner] }],
})

describe('the names of what failed', () => {
  it('are a unit test’s file, name and first line of its reason, without colors', () => {
    const failed = {
      fullName: 'a door opens',
      status: 'failed',
      failureMessages: ['AssertionError: expected \u001B[31m1\u001B[39m to be 2\n  at door.test.ts:3'],
    }
    const passed = { fullName: 'a door closes', status: 'passed' }
    const report = {
      testResults: [
        { name: `${process.cwd()}/tests/door.test.ts`, status: 'failed', assertionResults: [failed, passed] },
      ],
    }
    expect(failuresOfVitest(JSON.stringify(report), FAILED_RUN)).toEqual([
      '✗ tests/door.test.ts › a door opens: AssertionError: expected 1 to be 2',
    ])
  })

  it('are the file alone if it fails to load or to set up', () => {
    const file = { name: `${process.cwd()}/tests/x.test.ts`, status: 'failed', message: 'no such module' }
    for (const assertionResults of [[], [{ fullName: 'a door opens', status: 'skipped' }]])
      expect(failuresOfVitest(JSON.stringify({ testResults: [{ ...file, assertionResults }] }), FAILED_RUN)).toEqual([
        '✗ tests/x.test.ts: no such module',
      ])
  })

  it('are failed journeys, at any depth', () => {
    expect(failuresOfPlaywright(journeys, 1)).toEqual(['✗ e2e/door.spec.ts › closes: Error: locked'])
  })

  it('are errors outside of tests, which fail the run too', () => {
    const message = 'socket hang up\n  at door.ts:3'
    const file = `${process.cwd()}/tests/door.test.ts`
    const errors = JSON.stringify([
      { message, file: null, test: null },
      { message, file, test: 'a door opens' },
    ])
    expect(failuresOfVitest('{"testResults":[]}', { ...FAILED_RUN, errors })).toEqual([
      '✗ vitest (api) › outside of tests: socket hang up',
      '✗ vitest (api) › tests/door.test.ts › a door opens › outside of tests: socket hang up',
    ])
    expect(failuresOfPlaywright('{"suites":[],"errors":[{"message":"no product"}]}', 1)).toEqual([
      '✗ playwright › outside of journeys: no product',
    ])
  })

  it('are never missing if the run failed', () => {
    expect(failuresOfVitest(null, FAILED_RUN)).toEqual(['✗ vitest (api): exit code 1'])
    expect(failuresOfPlaywright('{"suites', 1)).toEqual(['✗ playwright: exit code 1'])
    expect(failuresOfVitest(null, { ...FAILED_RUN, code: 0 })).toEqual([])
    expect(failuresOfPlaywright(null, 0)).toEqual([])
  })
})

describe('the names of what passed when it was tried again', () => {
  it('are unit tests with a failure of the first try', () => {
    const test = (fullName: string, status: string, failureMessages: string[]) => ({
      fullName,
      status,
      failureMessages,
    })
    const assertionResults = [
      test('a door opens', 'passed', ['Error: stuck\n  at door.test.ts:3']),
      test('a door closes', 'passed', []),
      test('a door locks', 'failed', ['Error: stuck', 'Error: stuck']),
    ]
    const report = { testResults: [{ name: `${process.cwd()}/tests/door.test.ts`, assertionResults }] }
    expect(flakyOfVitest(JSON.stringify(report))).toEqual(['flaky: tests/door.test.ts › a door opens: Error: stuck'])
    expect(flakyOfVitest(null)).toEqual([])
  })

  it('are flaky journeys', () => {
    expect(flakyOfPlaywright(journeys)).toEqual(['flaky: e2e/door.spec.ts › sticks: Error: stuck'])
    expect(flakyOfPlaywright(null)).toEqual([])
  })
})
