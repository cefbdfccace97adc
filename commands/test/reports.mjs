import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {import('./steps.mjs').Counts} Counts */

/**
 * Counts a Vitest JSON report.
 * @param {string | null} report null when none was written
 * @param {number} code the program's exit code: a failure that no test carries (a file that does not load, an unhandled
 *   rejection) still counts
 * @returns {Counts}
 */
export function countVitest(report, code) {
  const result = parseReport(report)
  if (!result) return { passed: 0, failed: 1, skipped: 0 }
  const brokenFiles = result.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  return atLeastOneFailure(
    {
      passed: result.numPassedTests,
      failed: result.numFailedTests + brokenFiles.length,
      skipped: result.numPendingTests + result.numTodoTests,
    },
    code,
  )
}

/**
 * Counts a Playwright JSON report. A test that needed a second try is a failure here: nothing may be flaky.
 * @param {string | null} report null when none was written
 * @param {number} code the program's exit code
 * @returns {Counts}
 */
export function countPlaywright(report, code) {
  const stats = parseReport(report)?.stats
  if (!stats) return { passed: 0, failed: 1, skipped: 0 }
  return atLeastOneFailure(
    { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped },
    code,
  )
}

/**
 * The closing line with the names of what failed above it, and what the command exits with.
 * @param {readonly Counts[]} all
 * @returns {{ failures: string[], line: string, code: number }}
 */
export function summarise(all) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) => all.reduce((total, one) => total + one[key], 0)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  return {
    failures: all.flatMap(({ failures = [] }) => failures),
    line: `${sum('passed')} passed, ${sum('failed')} failed${skipped}`,
    code: sum('failed') > 0 ? 1 : 0,
  }
}

/** @param {Counts} counts @param {number} code @returns {Counts} */
const atLeastOneFailure = (counts, code) => (code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts)

/** A reason is shortened to this many characters: the whole of it stands further up. */
const REASON_LENGTH = 200

/**
 * A line for each test of a Vitest JSON report that failed, so that it is found at the end of a log of thousands of lines.
 * @param {string | null} report null when none was written
 * @returns {string[]}
 */
export function failuresOfVitest(report) {
  /** @type {VitestFile[]} */
  const files = parseReport(report)?.testResults ?? []
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [toLine([file], message)]
    return failed.map(({ fullName, failureMessages }) => toLine([file, fullName], failureMessages?.[0]))
  })
}

/**
 * A line for each journey of a Playwright JSON report that failed, or passed with its second try only.
 * @param {string | null} report null when none was written
 * @returns {string[]}
 */
export function failuresOfPlaywright(report) {
  return (parseReport(report)?.suites ?? []).flatMap(failedIn)
}

/** @param {PlaywrightSuite} suite @returns {string[]} */
function failedIn({ specs = [], suites = [] }) {
  const failed = specs.filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
  const own = failed.map(({ file, title, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
    return toLine([file, title], errors[0])
  })
  return [...own, ...suites.flatMap(failedIn)]
}

/** @param {readonly string[]} names @param {string | undefined} reason */
function toLine(names, reason) {
  const plain = stripVTControlCharacters(reason ?? '')
    .split('\n')[0]
    ?.slice(0, REASON_LENGTH)
  return `✗ ${names.join(' › ')}${plain ? `: ${plain}` : ''}`
}

/**
 * A test runner's JSON report.
 * @param {string | null} text null when none was written
 * @returns {any} null where there is none, or half of one
 */
function parseReport(text) {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ ok: boolean, file: string, title: string, tests: { status: string, results: { error?: { message?: string } }[] }[] }} PlaywrightSpec
 */
