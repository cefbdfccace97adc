import { parseReport } from './parse-report.mjs'

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
