/**
 * A test runner's JSON report.
 * @param {string | null} text null when none was written
 * @returns {any} null where there is none, or half of one
 */
export function parseReport(text) {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
