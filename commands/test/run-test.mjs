import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BROWSER_HINT, ensureBrowser } from '../runtime/browser.mjs'
import { buildInChild } from '../build/build-stale.mjs'
import { ensureInstalled } from '../runtime/install.mjs'
import { summarise } from './reports.mjs'
import { ensureEngines } from './run-engines.mjs'
import { runChanged } from './run-changed.mjs'
import { runOnPostgres, reportMissingPostgres } from './postgres.mjs'
import { runPlaywright, runVitest } from './run-suites.mjs'
import { auditCheck, checks, runCheck } from './steps.mjs'

/** @typedef {import('./steps.mjs').Counts} Counts */

/** @param {string} name @returns {Counts} */
const failed = (name) => ({ passed: 0, failed: 1, skipped: 0, failures: [`✗ ${name}`] })

/**
 * `npm test`: the gate, which every commit of main passes. With `TEST_GATE=1`, everything required for a release. The last
 * line is the count.
 * @param {readonly string[]} args `--no-browser` skips the journeys, `--long` adds everything and the slow tier,
 * `--changed` checks only changes, see `runChanged`
 * @returns {Promise<number>} exit code
 */
export async function run(args) {
  if (args.includes('--changed')) return runChanged(args.filter((word) => word !== '--changed'))
  await ensureInstalled()
  const scratch = await mkdtemp(join(tmpdir(), 'membership-test-'))
  try {
    const { failures, flaky, line, code } = summarise(await runAll(chooseTier(args, process.env), scratch))
    console.log(['', ...failures, ...flaky, line].join('\n'))
    return code
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** A failed step does not stop the others. @param {Tier} tier @param {string} scratch @returns {Promise<Counts[]>} */
async function runAll(tier, scratch) {
  const browser = tier.withBrowser ? await ensureBrowser() : null
  if (tier.long) await ensureEngines()
  const env = { ...tierEnvironment(tier), CHROMIUM_PATH: browser ?? process.env['CHROMIUM_PATH'] }
  const chosen = tier.gate ? [...checks, auditCheck] : checks
  // In parallel: much of a build uses one core.
  const [isBuilt, ...results] = await Promise.all([buildInChild(), ...chosen.map(runCheck)])
  if (!isBuilt) results.push(failed('build'))
  results.push(await runVitest({ scratch, env, projects: ['!waiting'] }))
  // In parallel: the waiting tests need little CPU.
  const waiting = () => runVitest({ scratch, env, projects: ['waiting'] })
  if (tier.gate) results.push(...(await Promise.all([waiting(), runOnPostgres({ scratch, env })])))
  if (tier.withBrowser) results.push(await runJourneys(browser, { scratch, env }))
  reportMissingPostgres()
  return results
}

/** @param {string | null} browser @param {{ scratch: string, env: Record<string, string | undefined> }} options */
async function runJourneys(browser, options) {
  if (browser) return runPlaywright(options)
  return failed(BROWSER_HINT)
}

/**
 * @typedef {object} Tier
 * @property {boolean} withBrowser whether to run the journeys
 * @property {boolean} gate whether to run everything required, also on PostgreSQL
 * @property {boolean} long whether to run the slow tier
 */

/**
 * The slow tier includes the gate.
 * @param {readonly string[]} args `--no-browser`, `--long`
 * @param {Record<string, string | undefined>} env TEST_GATE=1 selects the gate
 * @returns {Tier}
 */
export function chooseTier(args, env) {
  const long = args.includes('--long')
  return { withBrowser: !args.includes('--no-browser'), gate: long || env['TEST_GATE'] === '1', long }
}

/** Read by the test runners' configurations. @param {Tier} tier */
export const tierEnvironment = ({ gate, long }) => ({
  TEST_GATE: gate ? '1' : undefined,
  TEST_LONG: long ? '1' : undefined,
})
