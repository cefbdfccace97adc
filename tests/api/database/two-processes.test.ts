import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { tempFolder } from '../../support/temp-folder'
import { appsFolder } from './open-test-store'

const run = promisify(execFile)
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

test('processes that open a new file at the same moment both migrate, import and write without loss', async () => {
  const folder = tempFolder()
  const file = join(folder, 'membership.db')
  const script = join(folder, 'writer.cjs')
  await build({
    entryPoints: [here('writer-process.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // Bundles all but the native part: Node resolves dynamic imports beside the script.
    external: ['libsql'],
    logLevel: 'silent',
  })
  const env = { ...process.env, NODE_PATH: here('../../../node_modules') }
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
