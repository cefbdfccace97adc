import { expect, test } from 'vitest'
import { join } from 'node:path'
import { openDatabase } from '../../../api/adapters/database/open-database'
import { reportMirror } from '../../../commands/mirror/report-mirror'
import { tempFolder } from '../../support/temp-folder'

const set = { AIRTABLE_API_KEY: 'pat_secret', AIRTABLE_BASE_ID: 'appBase' }

async function report(env: Record<string, string>) {
  const lines: string[] = []
  const code = await reportMirror(env, (line) => void lines.push(line))
  return { code, lines }
}

test('without the key and the base id it says that nothing is set up', async () => {
  expect(await report({ DATA_DIR: tempFolder() })).toEqual({
    code: 1,
    lines: ['Airtable not configured. Please set environment variables.'],
  })
})

test('a setting that cannot be meant is named in one line, without its value', async () => {
  const { code, lines } = await report({ AIRTABLE_API_KEY: 'pat_secret', DATA_DIR: tempFolder() })
  expect([code, lines.length]).toEqual([1, 1])
  expect(lines[0]).toContain('AIRTABLE_BASE_ID')
  expect(lines[0]).not.toContain('pat_secret')
})

test('it says how many records wait, and why the oldest one that failed did', async () => {
  const folder = tempFolder()
  expect(await report({ ...set, DATA_DIR: folder })).toEqual({ code: 0, lines: ['Every record has its copy.'] })
  const store = await openDatabase({ file: join(folder, 'membership.db'), filesUrl: 'http://localhost:4001/files/' })
  for (const id of ['mir_1', 'mir_2'])
    await store.mirrorJobs.insert({
      id,
      appId: 'app_trusttag',
      mode: 'test',
      kind: 'signup',
      recordId: `sup_${id}`,
      attempts: 0,
      nextAttemptAt: 1,
      createdAt: 1,
    })
  await store.mirrorJobs.reschedule('mir_2', 1, 2, 'Airtable answered 503')
  await store.close()
  expect(await report({ ...set, DATA_DIR: folder })).toEqual({
    code: 0,
    lines: ['2 records wait.', 'The oldest failure: Airtable answered 503'],
  })
})
