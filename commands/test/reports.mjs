import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {import('./steps.mjs').Counts} Counts */

/** The environment variable with the path of the report of errors outside of tests. */
export const UNHANDLED_ERRORS_FILE = 'UNHANDLED_ERRORS_FILE'

/**
 * Counts a Vitest JSON report.
 * @param {string | null} report null if none was written
 * @param {number} code the exit code: a failure outside of tests (a file that does not load, an unhandled rejection)
 * counts, too
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
 * Counts a Playwright JSON report. A journey that passed when it was tried again counts as passed.
 * @param {string | null} report null if none was written
 * @param {number} code the exit code
 * @returns {Counts}
 */
export function countPlaywright(report, code) {
  const stats = parseReport(report)?.stats
  if (!stats) return { passed: 0, failed: 1, skipped: 0 }
  return atLeastOneFailure(
    { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
    code,
  )
}

/**
 * The closing line; above it the failures and the tests that needed another try; the exit code.
 * @param {readonly Counts[]} all
 * @returns {{ failures: string[], flaky: string[], line: string, code: number }}
 */
export function summarise(all) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) => all.reduce((total, one) => total + one[key], 0)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  return {
    failures: all.flatMap(({ failures = [] }) => failures),
    flaky: all.flatMap(({ flaky = [] }) => flaky),
    line: `${sum('passed')} passed, ${sum('failed')} failed${skipped}`,
    code: sum('failed') > 0 ? 1 : 0,
  }
}

/** @param {Counts} counts @param {number} code @returns {Counts} */
const atLeastOneFailure = (counts, code) => (code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts)

/** The full reason is further up in the log. */
const REASON_LENGTH = 200

/**
 * One line per failed test of a Vitest report, for the end of a long log, and per failure outside of tests.
 * @param {string | null} report null if none was written
 * @param {{ code: number, name: string, errors: string | null }} run exit code and projects of the run; the report of
 * `unhandled-errors.mjs`
 * @returns {string[]}
 */
export function failuresOfVitest(report, { code, name, errors }) {
  /** @type {OutsideError[]} */
  const outside = parseReport(errors) ?? []
  const lines = outside.map(({ message, file, test }) => {
    const where = file === null ? [] : [relative(process.cwd(), file), ...(test === null ? [] : [test])]
    return toLine([`vitest (${name})`, ...where, 'outside of tests'], message)
  })
  for (const { name: path, status, message, assertionResults } of vitestFiles(report)) {
    const file = relative(process.cwd(), path)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) lines.push(toLine([file], message))
    for (const { fullName, failureMessages } of failed) lines.push(toLine([file, fullName], failureMessages?.[0]))
  }
  return lines.length > 0 || code === 0 ? lines : [toLine([`vitest (${name})`], `exit code ${code}`)]
}

/**
 * One line per test of a Vitest report that failed, and passed when it was tried again.
 * @param {string | null} report null if none was written
 * @returns {string[]}
 */
export const flakyOfVitest = (report) =>
  vitestFiles(report).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) =>
        toLine([relative(process.cwd(), name), fullName], failureMessages?.[0], FLAKY),
      ),
  )

/** @param {string | null} report @returns {VitestFile[]} */
const vitestFiles = (report) => parseReport(report)?.testResults ?? []

/**
 * One line per journey of a Playwright report that failed, and per failure outside of journeys.
 * @param {string | null} report null if none was written
 * @param {number} code the exit code
 * @returns {string[]}
 */
export function failuresOfPlaywright(report, code) {
  const parsed = parseReport(report)
  /** @type {{ message?: string }[]} */
  const errors = parsed?.errors ?? []
  const outside = errors.map(({ message }) => toLine(['playwright', 'outside of journeys'], message))
  const failed = specsIn(parsed?.suites).filter(({ ok }) => !ok)
  const lines = [...outside, ...failed.map((spec) => journeyLine(spec))]
  return lines.length > 0 || code === 0 ? lines : [toLine(['playwright'], `exit code ${code}`)]
}

/**
 * One line per journey of a Playwright report that failed, and passed when it was tried again.
 * @param {string | null} report null if none was written
 * @returns {string[]}
 */
export const flakyOfPlaywright = (report) =>
  specsIn(parseReport(report)?.suites)
    .filter(({ ok, tests }) => ok && tests.some(({ status }) => status === 'flaky'))
    .map((spec) => journeyLine(spec, FLAKY))

/** @param {readonly PlaywrightSuite[]} [suites] @returns {PlaywrightSpec[]} */
const specsIn = (suites = []) => suites.flatMap(({ specs = [], suites: inner }) => [...specs, ...specsIn(inner)])

/** @param {PlaywrightSpec} spec @param {string} [mark] */
function journeyLine({ file, title, tests }, mark) {
  const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
  return toLine([file, title], errors[0], mark)
}

const FLAKY = 'flaky:'

/** @param {readonly string[]} names @param {string | undefined} reason @param {string} [mark] */
function toLine(names, reason, mark = '✗') {
  const plain = stripVTControlCharacters(reason ?? '')
    .split('\n')[0]
    ?.slice(0, REASON_LENGTH)
  return `${mark} ${names.join(' › ')}${plain ? `: ${plain}` : ''}`
}

/**
 * Null if the report is missing or incomplete.
 * @param {string | null} text
 * @returns {any}
 */
function parseReport(text) {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * @typedef {{ message: string, file: string | null, test: string | null }} OutsideError
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ ok: boolean, file: string, title: string, tests: { status: string, results: { error?: { message?: string } }[] }[] }} PlaywrightSpec
 */
