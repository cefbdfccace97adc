import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { BROWSER_HINT, ensureBrowser } from '../runtime/browser.mjs'
import { buildInChild } from '../build/build-stale.mjs'
import { ensureInstalled } from '../runtime/install.mjs'
import { runChild, runTool } from '../runtime/run-child.mjs'
import { countLine, failureOf } from './reports.mjs'
import { existsSync } from 'node:fs'

const CONFIG = 'tests/vitest.config.ts'
const JOURNEYS = 'tests/long/engines/journeys.test.ts'

/**
 * `npm run test:engines`: the main journeys in Chromium, Firefox and WebKit. Engines that cannot be installed are
 * skipped, with a note.
 * @returns {Promise<number>} exit code
 */
export async function runEngines() {
  await ensureInstalled()
  const browser = await ensureBrowser()
  if (browser === null) console.log(BROWSER_HINT)
  await ensureEngines()
  if (!(await buildInChild())) return 1
  const scratch = await mkdtemp(join(tmpdir(), 'membership-engines-'))
  try {
    const report = join(scratch, 'vitest.json')
    const args = [
      'run',
      '--config',
      CONFIG,
      '--reporter=verbose',
      '--reporter=json',
      `--outputFile.json=${report}`,
      JOURNEYS,
    ]
    const env = { TEST_LONG: '1', CHROMIUM_PATH: browser ?? process.env['CHROMIUM_PATH'] }
    const { code } = await runTool('vitest/vitest.mjs', args, { env })
    const text = await readFile(report, 'utf8').catch(() => null)
    if (text === null) return 1
    const { text: table, counts } = engineTable(JSON.parse(text))
    console.log(`\n${table}\n\n${countLine([counts])}`)
    // Without any engine, every journey is skipped, and nothing was checked.
    return counts.passed === 0 ? 1 : code
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Programs for other engines, with their Debian packages. */
const programs = [
  { name: 'firefox-esr', package: 'firefox-esr' },
  { name: 'WebKitWebDriver', package: 'webkit2gtk-driver' },
  { name: 'Xvfb', package: 'xvfb' },
]

/**
 * Installs the other engines if root on Debian. Otherwise the journeys of missing engines are skipped, with a note.
 * @returns {Promise<void>}
 */
export async function ensureEngines() {
  const missing = programs.filter(({ name }) => !isOnPath(name)).map((program) => program.package)
  if (missing.length === 0 || process.getuid?.() !== 0 || !isOnPath('apt-get')) return
  console.log(`Installing ${missing.join(', ')} …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runChild('apt-get', ['update', '-qq'], { env })
  await runChild('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env })
}

/** @param {string} name */
const isOnPath = (name) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)))

/**
 * @typedef {object} EngineTable
 * @property {string} text one row per journey, one column per engine
 * @property {import('./reports.mjs').Counts} counts
 */

const signs = /** @type {const} */ ({ passed: '✓', failed: '✗' })

/**
 * Reads journeys from a Vitest JSON report, where they are tests below the name of an engine.
 * @param {{ testResults: { assertionResults: { ancestorTitles: string[], title: string, status: string }[] }[] }}
 * report
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
  const notes = skipped.map((engine) => `not checked: ${engine}, which is not installed.`)
  const count = (/** @type {string[]} */ ...statuses) => walked.filter(({ status }) => statuses.includes(status)).length
  return {
    text: [...lines.map((line) => toLine(line, engines)), ...notes].join('\n'),
    counts: {
      passed: count('passed'),
      skipped: walked.length - count('passed', 'failed'),
      failures: walked
        .filter(({ status }) => status === 'failed')
        .map(({ ancestorTitles, title }) => failureOf(`${ancestorTitles[0]} › ${title}`)),
    },
  }
}

/** @param {{ ancestorTitles: string[] }} test */
const isJourney = ({ ancestorTitles }) => ancestorTitles.length === 1

/** @param {readonly string[]} values */
const unique = (values) => [...new Set(values)]

/** The last column is not padded. @param {readonly string[]} cells @param {readonly string[]} engines */
const toLine = (cells, engines) =>
  cells.map((text, index) => text.padEnd(index < engines.length ? (engines[index]?.length ?? 0) + 2 : 0)).join('')
