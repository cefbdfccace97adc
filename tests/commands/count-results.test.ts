import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, summarise } from '../../commands/test/reports.mjs'

const vitest = (more: object) =>
  JSON.stringify({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [{ status: 'passed', assertionResults: [{}] }],
    ...more,
  })

describe('counting results', () => {
  it('counts passed, failed and skipped unit tests', () => {
    const report = vitest({ numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 })
    expect(countVitest(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 3 })
  })

  it('counts a test file that does not load as one failure', () => {
    const report = vitest({ testResults: [{ status: 'failed', assertionResults: [] }] })
    expect(countVitest(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  })

  it('counts a test file with a failed setup as one failure', () => {
    const report = vitest({
      numPendingTests: 2,
      testResults: [{ status: 'failed', assertionResults: [{ status: 'skipped' }, { status: 'skipped' }] }],
    })
    expect(countVitest(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 })
  })

  it('never reports success if the program failed', () => {
    expect(countVitest(vitest({}), 1).failed).toBe(1)
    expect(countVitest(null, 0).failed).toBe(1)
    expect(countVitest('{"numPass', 0).failed).toBe(1)
    expect(countPlaywright(null, 0).failed).toBe(1)
    expect(countPlaywright('{"stats":{"expected":2,"unexpected":0,"flaky":0,"skipped":0}}', 1).failed).toBe(1)
  })

  it('counts a journey that needed a second try as passed, and one that failed twice as failed', () => {
    const report = '{"stats":{"expected":5,"unexpected":1,"flaky":1,"skipped":2}}'
    expect(countPlaywright(report, 1)).toEqual({ passed: 6, failed: 1, skipped: 2 })
  })

  it('ends with one line and its exit code', () => {
    const passed = { passed: 4, failed: 0, skipped: 0 }
    expect(summarise([passed, passed])).toEqual({ failures: [], flaky: [], line: '8 passed, 0 failed', code: 0 })
    const other = { passed: 1, failed: 2, skipped: 3, failures: ['✗ one', '✗ other'], flaky: ['flaky: third'] }
    expect(summarise([passed, other])).toEqual({
      failures: ['✗ one', '✗ other'],
      flaky: ['flaky: third'],
      line: '5 passed, 2 failed, 3 skipped',
      code: 1,
    })
  })
})
