/**
 * @typedef {object} EngineTable
 * @property {string} text a row for each journey, a column for each engine
 * @property {import('./steps.mjs').Counts} counts
 */

const signs = /** @type {const} */ ({ passed: '✓', failed: '✗' })

/**
 * What a Vitest JSON report says of journeys that stand as tests below the name of an engine.
 * @param {{ testResults: { assertionResults: { ancestorTitles: string[], title: string, status: string }[] }[] }} report
 * @returns {EngineTable}
 */
export function engineTable({ testResults }) {
  const walked = testResults.flatMap(({ assertionResults }) => assertionResults).filter(isJourney)
  const engines = unique(walked.map(({ ancestorTitles }) => ancestorTitles[0] ?? ''))
  const journeys = unique(walked.map(({ title }) => title))
  const cell = (/** @type {string} */ journey, /** @type {string} */ engine) => {
    const found = walked.find(({ ancestorTitles, title }) => ancestorTitles[0] === engine && title === journey)
    return found?.status === 'passed' || found?.status === 'failed' ? signs[found.status] : '–'
  }
  const lines = [
    [...engines, 'journey'],
    ...journeys.map((journey) => [...engines.map((engine) => cell(journey, engine)), journey]),
  ]
  const skipped = engines.filter((engine) => journeys.every((journey) => cell(journey, engine) === '–'))
  const notes = skipped.map((engine) => `${engine} is skipped: it is not installed here.`)
  const count = (/** @type {string[]} */ ...statuses) => walked.filter(({ status }) => statuses.includes(status)).length
  return {
    text: [...lines.map((line) => toLine(line, engines)), ...notes].join('\n'),
    counts: { passed: count('passed'), failed: count('failed'), skipped: walked.length - count('passed', 'failed') },
  }
}

/** @param {{ ancestorTitles: string[] }} test */
const isJourney = ({ ancestorTitles }) => ancestorTitles.length === 1

/** @param {readonly string[]} values */
const unique = (values) => [...new Set(values)]

/** The last column is as long as it is. @param {readonly string[]} cells @param {readonly string[]} engines */
const toLine = (cells, engines) =>
  cells.map((text, index) => text.padEnd(index < engines.length ? (engines[index]?.length ?? 0) + 2 : 0)).join('')
