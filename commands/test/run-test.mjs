import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mainJourneys } from '../../tests/tiers.mjs'
import { buildInChild } from '../build/build-stale.mjs'
import { BROWSER_HINT, ensureBrowser } from '../runtime/browser.mjs'
import { ensureInstalled } from '../runtime/install.mjs'
import { failureOf, summarize } from './reports.mjs'
import { runPlaywright, runVitest } from './run-suites.mjs'
import { checks, runCheck, runSteps } from './steps.mjs'

/** @typedef {import('./reports.mjs').Counts} Counts */

const HELP = `npm test [-- --no-browser]

The gate, which .ci/run calls and every commit of main passes: about six minutes on two quiet cores.
  1. builds what is stale; types, lint, format, licences
  2. unit, API and command tests, on SQLite
  3. tests that start programs
  4. about forty journeys in Chromium; not with --no-browser (npm run check)

It installs missing packages and, for the journeys, a browser. A failed journey or program test is run once more, alone;
if it passes then, it is reported as flaky. The last line is the count.

More: npm run test:full runs what takes longer, npm run test:changed the tests of a change.

Exit code: 0 all passed, 1 something failed.`

/**
 * `npm test`: the gate.
 * @param {readonly string[]} args `--no-browser` skips the journeys; `--changed`, `--full` and `--long` are other commands
 * @returns {Promise<number>} exit code
 */
export async function run(args) {
  const rest = args.filter((word) => word !== '--changed' && word !== '--full')
  if (args.includes('--changed')) return (await import('./run-changed.mjs')).runChanged(rest)
  if (args.includes('--full') || args.includes('--long')) return (await import('./run-full.mjs')).runFull(rest)
  if (args.includes('--help')) {
    console.log(HELP)
    return 0
  }
  await ensureInstalled()
  return inScratch(async (scratch) => {
    const results = await runSteps(await gateSteps(scratch, !args.includes('--no-browser')))
    const { lines, code } = summarize(results.map(({ counts }) => counts))
    console.log(['', ...lines].join('\n'))
    return code
  })
}

/** @template T @param {(scratch: string) => Promise<T>} work with an empty folder @returns {Promise<T>} */
export async function inScratch(work) {
  const scratch = await mkdtemp(join(tmpdir(), 'membership-test-'))
  try {
    return await work(scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * @param {string} scratch
 * @param {boolean} withJourneys
 * @returns {Promise<import('./steps.mjs').Step[]>}
 */
export async function gateSteps(scratch, withJourneys) {
  const browser = withJourneys ? await ensureBrowser() : null
  const env = { CHROMIUM_PATH: browser ?? process.env['CHROMIUM_PATH'] }
  const journeys = {
    name: 'journeys',
    title: `${mainJourneys.length} files of journeys in Chromium`,
    seconds: 60,
    run: () => runJourneys(browser, { scratch, env, files: mainJourneys }),
  }
  return [
    { name: 'build', title: 'build, types, lint, format, licences', seconds: 70, run: buildAndCheck },
    {
      name: 'tests',
      title: 'unit, API and command tests on SQLite',
      seconds: 210,
      run: () => runVitest({ scratch, env, projects: ['api', 'pages', 'plain', 'rest'] }),
    },
    {
      name: 'programs',
      title: 'tests that start programs',
      seconds: 20,
      run: () => runVitest({ scratch, env, projects: ['processes'], secondTry: true }),
    },
    ...(withJourneys ? [journeys] : []),
  ]
}

/** In parallel: much of a build uses one core. @returns {Promise<Counts>} */
async function buildAndCheck() {
  const [built, ...checked] = await Promise.all([build(), ...checks.map(runCheck)])
  const all = [built, ...checked]
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
    failures: all.flatMap(({ failures }) => failures),
  }
}

/** @returns {Promise<Counts>} */
export async function build() {
  const isBuilt = await buildInChild()
  return { passed: isBuilt ? 1 : 0, skipped: 0, failures: isBuilt ? [] : [failureOf('build', '', 'npm run build')] }
}

/**
 * @param {string | null} browser
 * @param {Parameters<typeof runPlaywright>[0]} options
 * @returns {Promise<Counts>}
 */
export async function runJourneys(browser, options) {
  return browser ? runPlaywright(options) : { passed: 0, skipped: 0, failures: [failureOf(BROWSER_HINT)] }
}
