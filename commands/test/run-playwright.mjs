import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from '../runtime/run-child.mjs'
import { countPlaywright } from './reports.mjs'
import { failuresOfPlaywright } from './reports.mjs'

/**
 * Journeys in a real browser.
 * @param {{ scratch: string, env: Record<string, string | undefined>, files?: readonly string[] }} options
 *   `scratch`: an existing empty folder; `files`: the journeys that are made, by default those of the tier
 * @returns {Promise<import('./steps.mjs').Counts>}
 */
export async function runPlaywright({ scratch, env, files = [] }) {
  const report = join(scratch, 'playwright.json')
  const args = ['test', '--config', 'tests/playwright.config.ts', '--reporter=list,json', ...files]
  const { code } = await runTool('@playwright/test/cli.js', args, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  const text = await readFile(report, 'utf8').catch(() => null)
  return { ...countPlaywright(text, code), failures: failuresOfPlaywright(text) }
}
