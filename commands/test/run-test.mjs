import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BROWSER_HINT, ensureBrowser } from '../browser/ensure-browser.mjs'
import { buildInChild } from '../build/build-in-child.mjs'
import { ensureInstalled } from '../install/ensure-installed.mjs'
import { summarise } from './count-results.mjs'
import { ensureEngines } from './ensure-engines.mjs'
import { runPlaywright } from './run-playwright.mjs'
import { runVitest } from './run-vitest.mjs'
import { checks, runCheck } from './steps.mjs'

/** @typedef {import('./steps.mjs').Counts} Counts */

/** @type {Counts} */
const FAILED = { passed: 0, failed: 1, skipped: 0 }

/**
 * `npm test`: everything that must be green, in one command; the last line is the count.
 * @param {readonly string[]} args `--no-browser` leaves the journeys out, `--long` adds the slow tier
 * @returns {Promise<number>} exit code
 */
export async function run(args) {
  await ensureInstalled()
  const scratch = await mkdtemp(join(tmpdir(), 'membership-test-'))
  try {
    const { line, code } = summarise(await runAll(args, scratch))
    console.log(`\n${line}`)
    return code
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** A step that fails stops no other. @param {readonly string[]} args @param {string} scratch @returns {Promise<Counts[]>} */
async function runAll(args, scratch) {
  const withBrowser = !args.includes('--no-browser')
  const browser = withBrowser ? await ensureBrowser() : null
  if (args.includes('--long')) await ensureEngines()
  const env = {
    TEST_LONG: args.includes('--long') ? '1' : undefined,
    CHROMIUM_PATH: browser ?? process.env['CHROMIUM_PATH'],
  }
  const results = (await buildInChild()) ? [] : [FAILED]
  results.push(...(await Promise.all(checks.map(runCheck))))
  results.push(await runVitest({ scratch, env }))
  if (withBrowser) results.push(await runJourneys(browser, { scratch, env }))
  return results
}

/** @param {string | null} browser @param {{ scratch: string, env: Record<string, string | undefined> }} options */
async function runJourneys(browser, options) {
  if (browser) return runPlaywright(options)
  console.log(`✗ ${BROWSER_HINT}`)
  return FAILED
}
