import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { bundleScript, nodePath } from '../../support/bundle-script'
import { tempFolder } from '../../support/temp-folder'
import { appsFolder } from './open-test-store'

const run = promisify(execFile)

test('processes that open a new file at the same moment both migrate, import and write without loss', async () => {
  const folder = tempFolder()
  const file = join(folder, 'membership.db')
  const script = await bundleScript(new URL('writer-process.ts', import.meta.url), folder)
  const env = { ...process.env, NODE_PATH: nodePath }
  const write = (name: string) => run(process.execPath, [script, file, fileURLToPath(appsFolder), name, '50'], { env })
  await Promise.all([write('one'), write('two'), write('three')])

  const database = new Database(file)
  expect(database.prepare('select count(*) as members from members').all()).toEqual([{ members: 151 }])
  expect(database.prepare("select meta_data from members where id = 'mem_sb_counter'").all()).toEqual([
    { meta_data: '{"count":150}' },
  ])
  expect(database.prepare('select id from apps order by id').all()).toEqual([
    { id: 'app_demo' },
    { id: 'app_trusttag' },
  ])
  database.close()
})
