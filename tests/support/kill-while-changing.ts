import { sql } from 'kysely'
import { makeSecretKey } from '../../api/features/apps/secret-keys'
import { createSecrets } from '../../api/lib/ids'
import { endApi } from './killable-installation'
import type { KillableInstallation } from './killable-installation'
import { aMinuteLater } from './start-killable-api'
import { waitUntil } from './wait-until'

const RESUME_MAX_MS = 120_000

export interface ChangingReport {
  /** Members that the job had changed at the kill. */
  doneAtKill: number
  status: string
  done: number
  failed: number
  verified: number
  /** Audit rows of the job: one per member, none twice. */
  audited: number
}

/** Kills the API in the middle of a job, restarts it on the same data once the lease is over, and waits for the end of the job. Needs a build. */
export async function killWhileChanging(members: number, installation: KillableInstallation): Promise<ChangingReport> {
  let api = await installation.start()
  const store = await installation.openStore()
  const { key, row } = makeSecretKey(
    { secrets: createSecrets(), clock: { now: () => Date.now() } },
    { appId: 'app_demo', mode: 'test' },
    'tests',
  )
  await store.secretKeys.insert(row)
  const content = JSON.stringify(Array.from({ length: members }, (_, index) => ({ email: `m${index}@example.com` })))
  const imported = await fetch(`${api.url}/admin/import/members`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'text/plain' },
    body: content,
  })
  if (imported.status !== 200) throw new Error(await imported.text())
  const added = await fetch(`${api.url}/admin/jobs`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ action: { kind: 'verify' }, selection: { filter: { verified: false }, count: members } }),
  })
  if (added.status !== 200) throw new Error(await added.text())
  const job = () =>
    store.kysely.selectFrom('jobs').selectAll().where('appId', '=', 'app_demo').executeTakeFirstOrThrow()
  // The product leaves the owner ten seconds to cancel.
  await store.kysely.updateTable('jobs').set({ startsAt: 0 }).execute()
  await waitUntil('the job has begun', async () => (await job()).done > 0, RESUME_MAX_MS)
  await installation.strike(api)
  const doneAtKill = (await job()).done
  api = await installation.start(aMinuteLater)
  await waitUntil('the job has ended', async () => (await job()).status === 'DONE', RESUME_MAX_MS)
  await endApi(api)
  const { status, done, failed } = await job()
  const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
    Number((await query.execute(store.kysely)).rows[0]?.count)
  const verified = await count(sql`select count(*) as count from members where app_id = ${'app_demo'} and verified = 1`)
  const audited = await count(sql`select count(*) as count from audit_log where act = ${'member.update'}`)
  await store.close()
  return { doneAtKill, status, done, failed, verified, audited }
}
