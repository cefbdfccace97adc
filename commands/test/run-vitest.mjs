import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from '../runtime/run-child.mjs'
import { countVitest } from './reports.mjs'
import { failuresOfVitest } from './reports.mjs'

/**
 * Unit, API and process tests.
 * @param {{ scratch: string, env: Record<string, string | undefined>, projects?: readonly string[], files?: readonly string[] }} options
 *   `scratch`: an existing empty folder; `projects`: those of the configuration that are run, by default all (`!name`: but this one); `files`: the test
 *   files that are run, by default all
 * @returns {Promise<import('./steps.mjs').Counts>}
 */
export async function runVitest({ scratch, env, projects = [], files = [] }) {
  const report = join(scratch, `vitest-${projects[0]?.replace('!', 'not-') ?? 'all'}.json`)
  const args = ['run', '--config', 'tests/vitest.config.ts', '--reporter=default', '--reporter=json']
  for (const project of projects) args.push('--project', project)
  const { code } = await runTool('vitest/vitest.mjs', [...args, `--outputFile.json=${report}`, ...files], { env })
  const text = await readFile(report, 'utf8').catch(() => null)
  return { ...countVitest(text, code), failures: failuresOfVitest(text) }
}
