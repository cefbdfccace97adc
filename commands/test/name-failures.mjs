import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { parseReport } from './parse-report.mjs'

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
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ ok: boolean, file: string, title: string, tests: { status: string, results: { error?: { message?: string } }[] }[] }} PlaywrightSpec
 */
