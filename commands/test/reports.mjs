import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {object} Failure
 * @property {string} name unique in its run: file and test
 * @property {string} reason its first line, shortened; the log has all of it
 * @property {string | null} command runs it alone; null if it belongs to no test
 * @property {string | null} target what a second run is given: a test file, or a journey file with its line
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} skipped
 * @property {readonly Failure[]} failures
 * @property {readonly Failure[]} [flaky] failed, and passed when they were run again, alone
 * @property {readonly string[]} [missing] what could not be checked, with the reason: a server that is not installed
 */

/** The environment variable with the path of the report of errors outside of tests. */
export const UNHANDLED_ERRORS_FILE = 'UNHANDLED_ERRORS_FILE'

/** The full reason is further up in the log. */
const REASON_LENGTH = 200

/**
 * A failure that belongs to no test.
 * @param {string} name
 * @param {string} [reason]
 * @param {string | null} [command]
 * @returns {Failure}
 */
export const failureOf = (name, reason = '', command = null) => ({
  name,
  reason: stripVTControlCharacters(reason).split('\n')[0]?.slice(0, REASON_LENGTH) ?? '',
  command,
  target: null,
})

/**
 * Reads the reports of a Vitest run.
 * @param {string | null} report the JSON report; null if none was written
 * @param {{ code: number, name: string, errors: string | null }} run exit code and projects of the run; the report of
 * `unhandled-errors.mjs`
 * @returns {Counts} at least one failure if the program failed
 */
export function readVitest(report, { code, name, errors }) {
  const result = parseReport(report)
  /** @type {OutsideError[]} */
  const outside = parseReport(errors) ?? []
  /** @type {VitestFile[]} */
  const files = result?.testResults ?? []
  const failures = [...outside.map((error) => outsideFailure(error, name)), ...files.flatMap(failuresOfFile)]
  return {
    passed: result?.numPassedTests ?? 0,
    skipped: result ? result.numPendingTests + result.numTodoTests : 0,
    failures: result
      ? orExitCode(failures, `vitest (${name})`, code)
      : orExitCode(failures, `vitest (${name})`, code || 1),
  }
}

/** @param {OutsideError} error @param {string} projects @returns {Failure} */
function outsideFailure({ message, file, test }, projects) {
  const where = file === null ? [] : [relative(process.cwd(), file), ...(test === null ? [] : [test])]
  return failureOf([`vitest (${projects})`, ...where, 'outside of tests'].join(' › '), message)
}

/** @param {VitestFile} file @returns {Failure[]} a file that does not load, or whose setup fails, is one failure */
function failuresOfFile({ name: path, status, message, assertionResults }) {
  const file = relative(process.cwd(), path)
  const command = `npx vitest run --config tests/vitest.config.ts ${file}`
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [{ ...failureOf(file, message, command), target: file }]
  return failed.map(({ fullName, failureMessages }) => ({
    ...failureOf(`${file} › ${fullName}`, failureMessages?.[0], `${command} -t ${quoted(fullName)}`),
    target: file,
  }))
}

/**
 * Reads the report of a Playwright run.
 * @param {string | null} report the JSON report; null if none was written
 * @param {number} code the exit code
 * @returns {Counts} at least one failure if the program failed
 */
export function readPlaywright(report, code) {
  const parsed = parseReport(report)
  /** @type {{ message?: string }[]} */
  const errors = parsed?.errors ?? []
  const outside = errors.map(({ message }) => failureOf('playwright › outside of journeys', message))
  const failed = specsIn(parsed?.suites).filter(({ ok }) => !ok)
  return {
    passed: parsed?.stats?.expected ?? 0,
    skipped: parsed?.stats?.skipped ?? 0,
    failures: orExitCode([...outside, ...failed.map(failureOfJourney)], 'playwright', parsed ? code : code || 1),
  }
}

/** @param {readonly PlaywrightSuite[]} [suites] @returns {PlaywrightSpec[]} */
const specsIn = (suites = []) => suites.flatMap(({ specs = [], suites: inner }) => [...specs, ...specsIn(inner)])

/** @param {PlaywrightSpec} spec @returns {Failure} */
function failureOfJourney({ file, line, title, tests }) {
  const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
  const target = `${file}:${line}`
  const command = `npx playwright test --config tests/playwright.config.ts --project=chromium ${target}`
  return { ...failureOf(`${file} › ${title}`, errors[0], command), target }
}

/** @param {Failure[]} failures @param {string} name @param {number} code @returns {Failure[]} */
const orExitCode = (failures, name, code) =>
  failures.length > 0 || code === 0 ? failures : [failureOf(name, `exit code ${code}`)]

/**
 * Joins a run with the second run of what failed in it. What passed the second time is flaky.
 * @param {Counts} first
 * @param {Counts} second
 * @returns {Counts}
 */
export function afterSecondTry(first, second) {
  const broken = second.failures.filter(({ target }) => target === null)
  // The second run did not run: it proves nothing.
  if (broken.length > 0) return { ...first, failures: [...first.failures, ...broken] }
  const failedAgain = new Set(second.failures.map(({ name }) => name))
  const flaky = first.failures.filter(({ name, target }) => target !== null && !failedAgain.has(name))
  const outside = first.failures.filter(({ target }) => target === null)
  const isNew = second.failures.filter(({ name }) => !first.failures.some((failure) => failure.name === name))
  return {
    passed: Math.max(0, first.passed + flaky.length - isNew.length),
    skipped: first.skipped,
    failures: [...outside, ...second.failures],
    flaky,
  }
}

/** @param {readonly Counts[]} all @returns {Counts} */
export const together = (all) => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
  failures: all.flatMap(({ failures }) => failures),
  flaky: all.flatMap(({ flaky = [] }) => flaky),
  missing: all.flatMap(({ missing = [] }) => missing),
})

/** Green, but less was checked than was asked. @param {Counts} counts */
export const isIncomplete = ({ missing = [] }) => missing.length > 0

/**
 * The closing lines: what was not checked, flaky tests, failures with the command that runs each alone, the count. The last line is the count.
 * @param {readonly Counts[]} all
 * @returns {{ lines: string[], code: number }} `code` is the exit code
 */
export function summarize(all) {
  const { failures, flaky = [], missing = [] } = together(all)
  return {
    lines: [
      ...[...new Set(missing)].map((what) => `not checked: ${what}`),
      ...flaky.map((failure) => toLine('flaky:', failure)),
      ...failures.flatMap((failure) => [
        toLine('✗', failure),
        ...(failure.command === null ? [] : [`    ${failure.command}`]),
      ]),
      countLine(all),
    ],
    code: failures.length > 0 ? 1 : 0,
  }
}

/** @param {readonly Counts[]} all */
export function countLine(all) {
  const { passed, failures, flaky = [], skipped } = together(all)
  const counts = [`${passed} passed`, `${failures.length} failed`]
  return [...counts, ...some(flaky.length, 'flaky'), ...some(skipped, 'skipped')].join(', ')
}

/** @param {number} count @param {string} what */
const some = (count, what) => (count > 0 ? [`${count} ${what}`] : [])

/** @param {string} mark @param {Failure} failure */
const toLine = (mark, { name, reason }) => `${mark} ${name}${reason ? `: ${reason}` : ''}`

/** For a shell and for Vitest, which reads a pattern. @param {string} name */
const quoted = (name) => `'${name.replaceAll(/[$()*+.?[\\\]^{|}]/gu, '\\$&').replaceAll("'", '.')}'`

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
 * @typedef {{ ok: boolean, file: string, line: number, title: string, tests: { status: string, results: { error?: { message?: string } }[] }[] }} PlaywrightSpec
 */
