import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from '../runtime/run-child.mjs'
import { countVitest } from './count-results.mjs'
import { failuresOfVitest } from './name-failures.mjs'

/**
 * Unit, API and process tests.
 * @param {{ scratch: string, env: Record<string, string | undefined>, project?: string }} options `scratch`: an existing empty
 *   folder; `project`: the one of the configuration's projects that is run, all of them where nothing is said
 * @returns {Promise<import('./steps.mjs').Counts>}
 */
export async function runVitest({ scratch, env, project }) {
  const report = join(scratch, `vitest-${project ?? 'all'}.json`)
  const args = ['run', '--config', 'tests/vitest.config.ts', '--reporter=default', '--reporter=json']
  if (project !== undefined) args.push('--project', project)
  const { code } = await runTool('vitest/vitest.mjs', [...args, `--outputFile.json=${report}`], { env })
  const text = await readFile(report, 'utf8').catch(() => null)
  return { ...countVitest(text, code), failures: failuresOfVitest(text) }
}
