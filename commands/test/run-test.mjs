import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BROWSER_HINT, ensureBrowser } from '../runtime/browser.mjs'
import { buildInChild } from '../build/build-stale.mjs'
import { ensureInstalled } from '../runtime/install.mjs'
import { summarise } from './reports.mjs'
import { ensureEngines } from './run-engines.mjs'
import { runChanged } from './run-changed.mjs'
import { runOnPostgres, tellWithoutPostgres } from './postgres.mjs'
import { runPlaywright } from './run-playwright.mjs'
import { runVitest } from './run-vitest.mjs'
import { checks, runCheck } from './steps.mjs'

/** @typedef {import('./steps.mjs').Counts} Counts */

/** @type {Counts} */
const FAILED = { passed: 0, failed: 1, skipped: 0 }

/**
 * `npm test`: what must be green before a push, in one command; the last line is the count. With `TEST_GATE=1` it is
 * everything that must be green at all.
 * @param {readonly string[]} args `--no-browser` leaves the journeys out, `--long` adds the gate and the slow tier,
 *   `--changed` only checks what was changed, see `runChanged`
 * @returns {Promise<number>} exit code
 */
export async function run(args) {
  if (args.includes('--changed')) return runChanged(args.filter((word) => word !== '--changed'))
  await ensureInstalled()
  const scratch = await mkdtemp(join(tmpdir(), 'membership-test-'))
  try {
    const { failures, line, code } = summarise(await runAll(chooseTier(args, process.env), scratch))
    console.log(['', ...failures, line].join('\n'))
    return code
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** A step that fails stops no other. @param {Tier} tier @param {string} scratch @returns {Promise<Counts[]>} */
async function runAll(tier, scratch) {
  const browser = tier.withBrowser ? await ensureBrowser() : null
  if (tier.long) await ensureEngines()
  const env = { ...tierEnvironment(tier), CHROMIUM_PATH: browser ?? process.env['CHROMIUM_PATH'] }
  const results = (await buildInChild()) ? [] : [FAILED]
  results.push(...(await Promise.all(checks.map(runCheck))))
  results.push(await runVitest({ scratch, env, projects: ['!waiting'] }))
  // The ones mostly wait, the others keep two cores busy.
  const waiting = () => runVitest({ scratch, env, projects: ['waiting'] })
  if (tier.gate) results.push(...(await Promise.all([waiting(), runOnPostgres({ scratch, env })])))
  if (tier.withBrowser) results.push(await runJourneys(browser, { scratch, env }))
  tellWithoutPostgres()
  return results
}

/** @param {string | null} browser @param {{ scratch: string, env: Record<string, string | undefined> }} options */
async function runJourneys(browser, options) {
  if (browser) return runPlaywright(options)
  console.log(`✗ ${BROWSER_HINT}`)
  return FAILED
}

/**
 * @typedef {object} Tier
 * @property {boolean} withBrowser whether journeys are made
 * @property {boolean} gate whether everything is run that must be green, on PostgreSQL, too
 * @property {boolean} long whether the slow tier is run with it
 */

/**
 * What a call asks for. The slow tier has the gate in it.
 * @param {readonly string[]} args `--no-browser`, `--long`
 * @param {Record<string, string | undefined>} env TEST_GATE=1 is the gate
 * @returns {Tier}
 */
export function chooseTier(args, env) {
  const long = args.includes('--long')
  return { withBrowser: !args.includes('--no-browser'), gate: long || env['TEST_GATE'] === '1', long }
}

/** What the configurations of the test runners read. @param {Tier} tier */
export const tierEnvironment = ({ gate, long }) => ({
  TEST_GATE: gate ? '1' : undefined,
  TEST_LONG: long ? '1' : undefined,
})
