import { access, chmod, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildInChild } from '../build/build-stale.mjs'
import { BROWSER_HINT, ensureBrowser } from '../runtime/browser.mjs'
import { failureOf, together } from './reports.mjs'
import { runPlaywright, runVitest } from './run-suites.mjs'
import { withoutServers } from './servers.mjs'
import { checks, runCheck } from './steps.mjs'

/** @typedef {import('./reports.mjs').Counts} Counts */

/** Linux keeps its files in memory. */
const MEMORY = '/dev/shm'
const MEMORY_MIN_BYTES = 2_000_000_000

/** Where a test's files are: most of a unit test's time on a disk is waiting for it. @returns {Promise<string>} */
async function fastFolder() {
  try {
    await access(MEMORY, constants.W_OK)
    const { bavail, bsize } = await statfs(MEMORY)
    return bavail * bsize >= MEMORY_MIN_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** @template T @param {(scratch: string) => Promise<T>} work with an empty folder, in memory if there is room @returns {Promise<T>} */
export async function inScratch(work) {
  const scratch = await mkdtemp(join(await fastFolder(), 'membership-test-'))
  // As open as the system's: some tests act as another user.
  await chmod(scratch, 0o1777)
  try {
    return await work(scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Of `tests/vitest.config.ts`, without those that start programs. */
export const unitProjects = ['api', 'pages', 'plain', 'rest']

/**
 * @param {string} scratch
 * @param {boolean} withJourneys
 * @returns {Promise<import('./steps.mjs').Step[]>}
 */
export async function gateSteps(scratch, withJourneys) {
  const browser = withJourneys ? await ensureBrowser() : null
  const env = { ...withoutServers, CHROMIUM_PATH: browser ?? process.env['CHROMIUM_PATH'] }
  const journeys = {
    name: 'journeys',
    title: 'about forty journeys in Chromium',
    seconds: 60,
    run: () => runJourneys(browser, { scratch, env: { ...env, TEST_SMOKE: '1' } }),
  }
  return [
    { name: 'build', title: 'build, types, lint, format, licences', seconds: 70, run: buildAndCheck },
    {
      name: 'tests',
      title: 'unit, API and command tests on SQLite',
      seconds: 180,
      run: () => runVitest({ scratch, env, projects: unitProjects }),
    },
    {
      name: 'programs',
      title: 'tests that start programs',
      seconds: 5,
      run: () => runVitest({ scratch, env, projects: ['processes'], secondTry: true }),
    },
    ...(withJourneys ? [journeys] : []),
  ]
}

/** In parallel: much of a build uses one core. @returns {Promise<Counts>} */
async function buildAndCheck() {
  const [built, ...checked] = await Promise.all([build(), ...checks.map(runCheck)])
  return together([built, ...checked])
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
