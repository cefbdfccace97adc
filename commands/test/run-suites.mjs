import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from '../runtime/run-child.mjs'
import { afterSecondTry, readPlaywright, readVitest, UNHANDLED_ERRORS_FILE } from './reports.mjs'

/** @typedef {import('./reports.mjs').Counts} Counts */

/**
 * @typedef {object} SuiteOptions
 * @property {string} scratch an existing empty folder, in which tests make theirs unless `env` has another TMPDIR
 * @property {Record<string, string | undefined>} env
 * @property {readonly string[]} [files] by default all
 */

/** The last one is our own. */
const reporters = ['default', 'json', './commands/test/unhandled-errors.mjs']

/**
 * Runs unit, API and process tests.
 * @param {SuiteOptions & { projects?: readonly string[], secondTry?: boolean }} options `projects`: of the configuration, by
 * default all; `secondTry` runs files with failures once more, alone
 * @returns {Promise<Counts>}
 */
export async function runVitest({ secondTry = false, ...options }) {
  const first = await vitest(options)
  return secondTry ? tryAgain(first, (files) => vitest({ ...options, files, args: ['--maxWorkers', '1'] })) : first
}

/** @param {Parameters<typeof runVitest>[0] & { args?: readonly string[] }} options @returns {Promise<Counts>} */
async function vitest({ scratch, env, projects = [], files = [], args: more = [] }) {
  const name = projects.length > 0 ? projects.join(', ') : 'all'
  const report = join(scratch, 'vitest.json')
  const unhandled = join(scratch, 'vitest-unhandled.json')
  const args = ['run', '--config', 'tests/vitest.config.ts', `--outputFile.json=${report}`, ...more]
  for (const reporter of reporters) args.push('--reporter', reporter)
  for (const project of projects) args.push('--project', project)
  const { code } = await runTool('vitest/vitest.mjs', [...args, ...files], {
    env: { TMPDIR: scratch, ...env, [UNHANDLED_ERRORS_FILE]: unhandled },
  })
  return readVitest(await takeText(report), { code, name, errors: await takeText(unhandled) })
}

/**
 * Runs journeys in a real browser. One that failed is run once more, alone.
 * @param {SuiteOptions & { projects?: readonly string[] }} options
 * @returns {Promise<Counts>}
 */
export async function runPlaywright(options) {
  const first = await playwright(options)
  return tryAgain(first, (files) => playwright({ ...options, files, args: ['--workers', '1'] }))
}

/** @param {Parameters<typeof runPlaywright>[0] & { args?: readonly string[] }} options @returns {Promise<Counts>} */
async function playwright({ scratch, env, projects = ['chromium'], files = [], args: more = [] }) {
  const report = join(scratch, 'playwright.json')
  const args = ['test', '--config', 'tests/playwright.config.ts', '--reporter=list,json', ...more]
  // With a space it would take the files for projects, too.
  for (const project of projects) args.push(`--project=${project}`)
  const { code } = await runTool('@playwright/test/cli.js', [...args, ...files], {
    env: { TMPDIR: scratch, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  return readPlaywright(await takeText(report), code)
}

/** With more failures than this, the change is at fault, not the load of the machine. */
const SECOND_TRIES_MAX = 10

/** @param {Counts} first @param {(files: readonly string[]) => Promise<Counts>} run */
async function tryAgain(first, run) {
  const targets = [...new Set(first.failures.flatMap(({ target }) => target ?? []))]
  if (targets.length === 0 || targets.length > SECOND_TRIES_MAX) return first
  console.log(`\nOnce more, alone: ${targets.join(', ')}`)
  return afterSecondTry(first, await run(targets))
}

/** Removes the report, so that the next run cannot be taken for this one. @param {string} path @returns {Promise<string | null>} */
async function takeText(path) {
  const text = await readFile(path, 'utf8').catch(() => null)
  await rm(path, { force: true })
  return text
}
