import { describe, expect, it } from 'vitest'
import { failuresOfPlaywright, failuresOfVitest } from '../../commands/test/reports.mjs'

describe('the names of what failed', () => {
  it('are a unit test’s file, name and the first line of its reason, without colours', () => {
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
    expect(failuresOfVitest(JSON.stringify(report))).toEqual([
      '✗ tests/door.test.ts › a door opens: AssertionError: expected 1 to be 2',
    ])
  })

  it('are the file alone where it does not load, or what its tests need cannot be made', () => {
    const file = { name: `${process.cwd()}/tests/x.test.ts`, status: 'failed', message: 'no such module' }
    for (const assertionResults of [[], [{ fullName: 'a door opens', status: 'skipped' }]])
      expect(failuresOfVitest(JSON.stringify({ testResults: [{ ...file, assertionResults }] }))).toEqual([
        '✗ tests/x.test.ts: no such module',
      ])
  })

  it('are journeys that failed or needed a second try, however deep they stand', () => {
    const journey = (title: string, ok: boolean, status: string, message?: string) => ({
      ok,
      title,
      file: 'e2e/door.spec.ts',
      tests: [{ status, results: [message === undefined ? {} : { error: { message } }] }],
    })
    const inner = { specs: [journey('sticks', true, 'flaky', 'Error: stuck'), journey('opens', true, 'expected')] }
    const report = { suites: [{ specs: [journey('closes', false, 'unexpected')], suites: [inner] }] }
    expect(failuresOfPlaywright(JSON.stringify(report))).toEqual([
      '✗ e2e/door.spec.ts › closes',
      '✗ e2e/door.spec.ts › sticks: Error: stuck',
    ])
  })

  it('are none where there is no report', () => {
    expect(failuresOfVitest(null)).toEqual([])
    expect(failuresOfPlaywright('{"suites')).toEqual([])
  })
})
