import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bundleScript, nodePath } from '../../../support/bundle-script'
import { tempFolder } from '../../../support/temp-folder'

const run = promisify(execFile)

// Its own process: libsql starts its threads at the first use, which is another test's.
test('a quick read does not wait for slow statements, although they are more than the cores', async () => {
  const folder = tempFolder()
  const script = await bundleScript(new URL('slow-statements-process.ts', import.meta.url), folder)
  const { TOKIO_WORKER_THREADS: _, ...inherited } = process.env
  const env = { ...inherited, NODE_PATH: nodePath }
  const { stdout } = await run(process.execPath, [script, join(folder, 'membership.db')], { env })
  expect(stdout).toBe('quick')
})
