import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../support/temp-folder'

const run = promisify(execFile)
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

// Its own process: libsql starts its threads at the first use, which is another test's.
test('a quick read does not wait for slow statements, although they are more than the cores', async () => {
  const folder = tempFolder()
  const script = join(folder, 'slow-statements.cjs')
  await build({
    entryPoints: [here('slow-statements-process.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // Bundles all but the native part: Node resolves dynamic imports beside the script.
    external: ['libsql'],
    logLevel: 'silent',
  })
  const { TOKIO_WORKER_THREADS: _, ...inherited } = process.env
  const env = { ...inherited, NODE_PATH: here('../../../../node_modules') }
  const { stdout } = await run(process.execPath, [script, join(folder, 'membership.db')], { env })
  expect(stdout).toBe('quick')
})
