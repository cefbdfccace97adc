import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../eventually'
import { hasPostgres } from './find-postgres'
import { startPostgres } from './start-postgres'
import { queryOnce } from './test-database'

/** Represents a test run. */
function startOwner() {
  const owner = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  onTestFinished(() => void owner.kill('SIGKILL'))
  if (owner.pid === undefined) throw new Error('Node does not start.')
  return { pid: owner.pid, kill: () => owner.kill('SIGKILL') }
}

test.runIf(hasPostgres)('a server ends when the run that started it is killed, and leaves nothing behind', async () => {
  const owner = startOwner()
  const shared = mkdtempSync(join(tmpdir(), 'membership-shared-'))
  const server = await startPostgres({ owner: owner.pid, folders: [shared] })
  onTestFinished(() => server.remove())
  const ask = () => queryOnce(`${server.url}/postgres`, 'select 1 as one')
  expect(await ask()).toEqual([{ one: 1 }])

  owner.kill()

  await eventually(() => expect([server.folder, dirname(server.folder), shared].filter(existsSync)).toEqual([]))
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
