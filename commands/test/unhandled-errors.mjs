import { writeFileSync } from 'node:fs'
import { UNHANDLED_ERRORS_FILE } from './reports.mjs'

/**
 * @typedef {object} UnhandledError
 * @property {string} [message]
 * @property {string} [stack]
 * @property {string} [VITEST_TEST_PATH] the file that ran meanwhile
 * @property {string} [VITEST_TEST_NAME] its latest test
 */

/** @param {UnhandledError} error @returns {import('./reports.mjs').OutsideError} */
const toEntry = ({ message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }) => ({
  message: message || stack || 'no message',
  file: file ?? null,
  test: test ?? null,
})

/**
 * A Vitest reporter. The JSON report lacks errors outside of tests, such as a rejection that nothing awaits or a worker that
 * ended, although each fails the run.
 */
export default class UnhandledErrors {
  /**
   * @param {readonly unknown[]} _modules
   * @param {readonly UnhandledError[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const path = process.env[UNHANDLED_ERRORS_FILE]
    if (path) writeFileSync(path, JSON.stringify(errors.map(toEntry)))
  }
}
