import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from '../runtime/run-child.mjs'
import { countVitest } from './count-results.mjs'

/**
 * Unit, API and process tests.
 * @param {{ scratch: string, env: Record<string, string | undefined> }} options `scratch`: an existing empty folder
 * @returns {Promise<import('./steps.mjs').Counts>}
 */
export async function runVitest({ scratch, env }) {
  const report = join(scratch, 'vitest.json')
  const args = ['run', '--config', 'tests/vitest.config.ts', '--reporter=default', '--reporter=json']
  const { code } = await runTool('vitest/vitest.mjs', [...args, `--outputFile.json=${report}`], { env })
  const text = await readFile(report, 'utf8').catch(() => null)
  return countVitest(text, code)
}
