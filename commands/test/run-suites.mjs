import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from '../runtime/run-child.mjs'
import {
  countPlaywright,
  countVitest,
  failuresOfPlaywright,
  failuresOfVitest,
  flakyOfPlaywright,
  flakyOfVitest,
  UNHANDLED_ERRORS_FILE,
} from './reports.mjs'

/**
 * Runs unit, API and process tests.
 * @param {{ scratch: string, env: Record<string, string | undefined>, projects?: readonly string[], files?: readonly
 * string[] }} options `scratch`: an existing empty folder; `projects`: of the configuration, by default all (`!name`
 * excludes one); `files`: test files, by default all
 * @returns {Promise<import('./steps.mjs').Counts>}
 */
export async function runVitest({ scratch, env, projects = [], files = [] }) {
  const name = projects.length > 0 ? projects.join(', ') : 'all'
  const report = join(scratch, `vitest ${name}.json`)
  const unhandled = join(scratch, `vitest ${name} unhandled.json`)
  const args = ['run', '--config', 'tests/vitest.config.ts', `--outputFile.json=${report}`]
  for (const reporter of reporters) args.push('--reporter', reporter)
  for (const project of projects) args.push('--project', project)
  const { code } = await runTool('vitest/vitest.mjs', [...args, ...files], {
    env: { ...env, [UNHANDLED_ERRORS_FILE]: unhandled },
  })
  const [text, errors] = await Promise.all([report, unhandled].map((path) => readFile(path, 'utf8').catch(() => null)))
  return {
    ...countVitest(text ?? null, code),
    failures: failuresOfVitest(text ?? null, { code, name, errors: errors ?? null }),
    flaky: flakyOfVitest(text ?? null),
  }
}

/** The last one is our own. */
const reporters = ['default', 'json', './commands/test/unhandled-errors.mjs']

/**
 * Runs journeys in a real browser.
 * @param {{ scratch: string, env: Record<string, string | undefined>, files?: readonly string[] }} options
 * `scratch`: an existing empty folder; `files`: the journeys to run, by default those of the tier
 * @returns {Promise<import('./steps.mjs').Counts>}
 */
export async function runPlaywright({ scratch, env, files = [] }) {
  const report = join(scratch, 'playwright.json')
  const args = ['test', '--config', 'tests/playwright.config.ts', '--reporter=list,json', ...files]
  const { code } = await runTool('@playwright/test/cli.js', args, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  const text = await readFile(report, 'utf8').catch(() => null)
  return { ...countPlaywright(text, code), failures: failuresOfPlaywright(text, code), flaky: flakyOfPlaywright(text) }
}
