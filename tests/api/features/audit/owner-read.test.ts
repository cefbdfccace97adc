import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { ownerRead } from '../../../../api/features/audit/reading'
import { startTestApi } from '../../../support/start-api'

async function open() {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  return api
}

const endless = sql`with recursive n (i) as (select 1 union all select i + 1 from n) select count(*) from n`

test('an owner’s list ends after 2 seconds of work, and the server answers other requests in that time', async () => {
  const { store, request } = await open()
  const read = ownerRead(store, 'key_1', (db) => endless.execute(db.kysely)).catch((error: unknown) => error)
  expect((await request('/ready')).status).toBe(200)
  expect(await read).toMatchObject({ code: 'query-limit-exceeded', message: expect.stringContaining('2000 ms') })
  expect(await ownerRead(store, 'key_1', (db) => db.kysely.selectFrom('apps').select('id').execute())).not.toEqual([])
}, 60_000)
