import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BROWSER_HINT, ensureBrowser } from '../runtime/browser.mjs'
import { buildInChild } from '../build/build-stale.mjs'
import { ensureInstalled } from '../runtime/install.mjs'
import { runTool } from '../runtime/run-child.mjs'
import { summarise } from './count-results.mjs'
import { engineTable } from './engine-table.mjs'
import { ensureEngines } from './ensure-engines.mjs'

const CONFIG = 'tests/vitest.config.ts'
const JOURNEYS = 'tests/long/engines/journeys.test.ts'

/**
 * `npm run test:engines`: the main journeys in Chromium, Firefox and WebKit; a table and the count close it. An engine that
 * cannot be had is skipped, and said to be.
 * @returns {Promise<number>} exit code
 */
export async function runEngines() {
  await ensureInstalled()
  const browser = await ensureBrowser()
  if (browser === null) console.log(BROWSER_HINT)
  await ensureEngines()
  if (!(await buildInChild())) return 1
  const scratch = await mkdtemp(join(tmpdir(), 'membership-engines-'))
  try {
    const report = join(scratch, 'vitest.json')
    const args = [
      'run',
      '--config',
      CONFIG,
      '--reporter=verbose',
      '--reporter=json',
      `--outputFile.json=${report}`,
      JOURNEYS,
    ]
    const env = { TEST_LONG: '1', CHROMIUM_PATH: browser ?? process.env['CHROMIUM_PATH'] }
    const { code } = await runTool('vitest/vitest.mjs', args, { env })
    const text = await readFile(report, 'utf8').catch(() => null)
    if (text === null) return 1
    const { text: table, counts } = engineTable(JSON.parse(text))
    console.log(`\n${table}\n\n${summarise([counts]).line}`)
    return code
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
