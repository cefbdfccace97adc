import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../api/database/open-database'
import { openDatabaseProblem } from '../../../api/database/errors'
import { tempFolder } from '../../support/temp-folder'

const NOBODY = 65_534

/** Root can write everywhere. */
function leaveRoot(): void {
  if (process.geteuid?.() !== 0) return
  process.seteuid?.(NOBODY)
  onTestFinished(() => process.seteuid?.(0))
}

it('says that a database may only be read', async () => {
  const folder = tempFolder()
  const file = join(folder, 'membership.db')
  await (await openDatabase({ file })).close()
  chmodSync(file, 0o444)
  chmodSync(folder, 0o555)
  leaveRoot()
  const problem = await openDatabase({ file }).catch(openDatabaseProblem)
  process.seteuid?.(process.getuid?.() ?? 0)
  chmodSync(folder, 0o700)
  expect(problem).toBe('the database or its folder is not writable.')
})

it('has nothing to say about other errors', () => {
  expect(openDatabaseProblem(new Error('no', { cause: new TypeError('neither') }))).toBeNull()
})
