import { expect, test } from 'vitest'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../api/database/open-database'
import { mirrorCommand } from '../../commands/mirror'
import { tempFolder } from '../support/temp-folder'

const set = { AIRTABLE_API_KEY: 'pat_secret', AIRTABLE_BASE_ID: 'appBase' }

async function report(env: Record<string, string>, args: readonly string[] = []) {
  const lines: string[] = []
  const print = (line: string): void => void lines.push(line)
  const code = await mirrorCommand(args, { env, print, complain: print })
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
  const store = await openDatabase({ file: join(folder, 'membership.db'), filesUrl: 'http://localhost:4001/files/' })
  expect(await report({ ...set, DATA_DIR: folder })).toEqual({ code: 0, lines: ['Every record has its copy.'] })
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

test('without a database nothing is made', async () => {
  const folder = tempFolder()
  const { code, lines } = await report({ ...set, DATA_DIR: folder })
  expect([code, lines]).toEqual([1, [expect.stringContaining('Start the server once.')]])
  expect(readdirSync(folder)).toEqual([])
})

test.each([['--colour'], ['now']])('%s is not understood', async (word) => {
  const { code, lines } = await report({ ...set, DATA_DIR: tempFolder() }, [word])
  expect([code, lines.at(-1)]).toEqual([2, 'npm run mirror -- --help says more.'])
})
