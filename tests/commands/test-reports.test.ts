import { describe, expect, it } from 'vitest'
import {
  afterSecondTry,
  countLine,
  failureOf,
  readPlaywright,
  readVitest,
  summarize,
} from '../../commands/test/reports.mjs'

const vitest = (more: object) =>
  JSON.stringify({ numPassedTests: 3, numPendingTests: 0, numTodoTests: 0, testResults: [], ...more })
const RUN = { code: 1, name: 'api', errors: null }
const DOOR = `${process.cwd()}/tests/door.test.ts`

const journey = (title: string, ok: boolean, message?: string) => ({
  ok,
  title,
  file: 'e2e/door.spec.ts',
  line: 7,
  tests: [{ status: ok ? 'expected' : 'unexpected', results: [message === undefined ? {} : { error: { message } }] }],
})

describe('a Vitest report', () => {
  it('has a failure per test: file, name, first line of the reason without colors, and the command that runs it alone', () => {
    const failed = {
      fullName: 'a door opens (twice)',
      status: 'failed',
      failureMessages: ['\u001B[31mAssertionError\u001B[39m: expected 1 to be 2\n  at door.ts:3'],
    }
    const passed = { fullName: 'a door closes', status: 'passed' }
    const report = vitest({
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [{ name: DOOR, status: 'failed', assertionResults: [failed, passed] }],
    })
    expect(readVitest(report, RUN)).toEqual({
      passed: 3,
      skipped: 3,
      failures: [
        {
          name: 'tests/door.test.ts › a door opens (twice)',
          reason: 'AssertionError: expected 1 to be 2',
          command: String.raw`npx vitest run --config tests/vitest.config.ts tests/door.test.ts -t 'a door opens \(twice\)'`,
          target: 'tests/door.test.ts',
        },
      ],
    })
  })

  it('has one failure for a file that does not load, or whose setup fails', () => {
    for (const assertionResults of [[], [{ fullName: 'a door opens', status: 'skipped' }]]) {
      const file = { name: DOOR, status: 'failed', message: 'no such module', assertionResults }
      expect(readVitest(vitest({ testResults: [file] }), RUN).failures).toMatchObject([
        { name: 'tests/door.test.ts', reason: 'no such module', target: 'tests/door.test.ts' },
      ])
    }
  })

  it('has failures outside of tests, which no second run can clear', () => {
    const message = 'socket hang up\n  at door.ts:3'
    const errors = JSON.stringify([
      { message, file: null, test: null },
      { message, file: DOOR, test: 'a door opens' },
    ])
    expect(readVitest(vitest({}), { ...RUN, errors }).failures).toMatchObject([
      { name: 'vitest (api) › outside of tests', reason: 'socket hang up', target: null },
      { name: 'vitest (api) › tests/door.test.ts › a door opens › outside of tests', target: null },
    ])
  })

  it('is never green if the program failed, or wrote no report', () => {
    expect(readVitest(vitest({}), RUN).failures).toMatchObject([{ name: 'vitest (api)', reason: 'exit code 1' }])
    expect(readVitest(null, { ...RUN, code: 0 }).failures).toHaveLength(1)
    expect(readVitest('{"numPass', { ...RUN, code: 0 }).failures).toHaveLength(1)
    expect(readVitest(vitest({}), { ...RUN, code: 0 }).failures).toEqual([])
  })
})

describe('a Playwright report', () => {
  it('has a failure per journey, at any depth, with the command that runs it alone', () => {
    const inner = { specs: [journey('opens', true), journey('locks', false, 'Error: stuck')] }
    const report = JSON.stringify({
      stats: { expected: 1, skipped: 2 },
      suites: [{ specs: [journey('closes', false, 'Error: locked')], suites: [inner] }],
    })
    expect(readPlaywright(report, 1)).toEqual({
      passed: 1,
      skipped: 2,
      failures: ['closes: locked', 'locks: stuck'].map((one) => ({
        name: `e2e/door.spec.ts › ${one.split(':')[0]}`,
        reason: `Error:${one.split(':')[1]}`,
        command: 'npx playwright test --config tests/playwright.config.ts --project=chromium e2e/door.spec.ts:7',
        target: 'e2e/door.spec.ts:7',
      })),
    })
  })

  it('is never green if the program failed, or wrote no report', () => {
    const green = '{"stats":{"expected":2,"skipped":0},"suites":[]}'
    expect(readPlaywright(green, 0)).toEqual({ passed: 2, skipped: 0, failures: [] })
    expect(readPlaywright(green, 1).failures).toMatchObject([{ name: 'playwright', reason: 'exit code 1' }])
    expect(readPlaywright(null, 0).failures).toHaveLength(1)
    expect(readPlaywright('{"suites":[],"errors":[{"message":"no product"}]}', 1).failures).toMatchObject([
      { name: 'playwright › outside of journeys', reason: 'no product', target: null },
    ])
  })
})

describe('a second try', () => {
  const failure = (name: string) => ({ ...failureOf(name, 'late'), target: 'tests/door.test.ts' })
  const outside = failureOf('vitest (api) › outside of tests')
  const first = { passed: 5, skipped: 1, failures: [failure('opens'), failure('closes'), outside] }

  it('makes what passes flaky, and leaves failures outside of tests', () => {
    const second = { passed: 1, skipped: 0, failures: [failure('closes')] }
    expect(afterSecondTry(first, second)).toEqual({
      passed: 6,
      skipped: 1,
      failures: [outside, failure('closes')],
      flaky: [failure('opens')],
    })
  })

  it('proves nothing if it did not run', () => {
    const second = { passed: 0, skipped: 0, failures: [failureOf('playwright', 'exit code 1')] }
    expect(afterSecondTry(first, second)).toEqual({ ...first, failures: [...first.failures, ...second.failures] })
  })

  it('counts what fails only now', () => {
    const second = { passed: 1, skipped: 0, failures: [failure('locks')] }
    expect(afterSecondTry(first, second)).toMatchObject({ passed: 6, failures: [outside, failure('locks')] })
  })
})

describe('the closing lines', () => {
  const green = { passed: 4, skipped: 0, failures: [] }

  it('are the count alone if all passed', () => {
    expect(summarize([green, green])).toEqual({ lines: ['8 passed, 0 failed'], code: 0 })
  })

  it('name flaky tests, then failures with their commands, then the count', () => {
    const red = {
      passed: 1,
      skipped: 3,
      failures: [failureOf('one', 'stuck', 'npx one'), failureOf('other')],
      flaky: [failureOf('third', 'late', 'npx third')],
    }
    expect(summarize([green, red])).toEqual({
      lines: ['flaky: third: late', '✗ one: stuck', '    npx one', '✗ other', '5 passed, 2 failed, 1 flaky, 3 skipped'],
      code: 1,
    })
  })

  it('name once what could not be checked', () => {
    const missing = ['audit: no answer']
    expect(
      summarize([
        { ...green, missing },
        { ...green, missing },
      ]),
    ).toEqual({
      lines: ['not checked: audit: no answer', '8 passed, 0 failed'],
      code: 0,
    })
  })

  it('are green with flaky tests', () => {
    expect(summarize([{ ...green, flaky: [failureOf('third', 'late')] }]).code).toBe(0)
    expect(countLine([{ ...green, flaky: [failureOf('third')] }])).toBe('4 passed, 0 failed, 1 flaky')
  })
})
