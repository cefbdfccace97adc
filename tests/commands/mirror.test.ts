import { expect, test } from 'vitest'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../api/database/open-database'
import { mirrorCommand } from '../../commands/mirror'
import { tempFolder } from '../support/temp-folder'
import { withRepositories } from '../support/repositories'

const set = { AIRTABLE_API_KEY: 'pat_secret', AIRTABLE_BASE_ID: 'appBase' }

async function report(env: Record<string, string>, args: readonly string[] = []) {
  const lines: string[] = []
  const print = (line: string): void => void lines.push(line)
  const code = await mirrorCommand(args, { env, print, complain: print })
  return { code, lines }
}

test('without the key and the base ID it reports that nothing is configured', async () => {
  expect(await report({ DATA_DIR: tempFolder() })).toEqual({
    code: 1,
    lines: ['Airtable not configured. Please set environment variables.'],
  })
})

test('an invalid setting is named in one line, without its value', async () => {
  const { code, lines } = await report({ AIRTABLE_API_KEY: 'pat_secret', DATA_DIR: tempFolder() })
  expect([code, lines.length]).toEqual([1, 1])
  expect(lines[0]).toContain('AIRTABLE_BASE_ID')
  expect(lines[0]).not.toContain('pat_secret')
})

test('it shows the number of waiting records, and the oldest error', async () => {
  const folder = tempFolder()
  const store = withRepositories(
    await openDatabase({ file: join(folder, 'membership.db'), filesUrl: 'http://localhost:4001/files/' }),
  )
  expect(await report({ ...set, DATA_DIR: folder })).toEqual({ code: 0, lines: ['All records are copied.'] })
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
    lines: ['2 records are waiting.', 'Oldest error: Airtable answered 503'],
  })
})

test('without a database nothing is created', async () => {
  const folder = tempFolder()
  const { code, lines } = await report({ ...set, DATA_DIR: folder })
  expect([code, lines]).toEqual([1, [expect.stringContaining('Start the server once to create it.')]])
  expect(readdirSync(folder)).toEqual([])
})

test.each([['--colour'], ['now']])('%s is invalid usage', async (word) => {
  const { code, lines } = await report({ ...set, DATA_DIR: tempFolder() }, [word])
  expect([code, lines.at(-1)]).toEqual([2, 'For help, run: npm run mirror -- --help'])
})
