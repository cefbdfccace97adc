import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { completeDeletions } from '../../../../api/features/accounts/deletion'
import { APP_CACHED_MS } from '../../../support/start-api'
import { startWithHolders, TRUSTTAG, type Holder, type TagHolders } from '../../../support/tag-holders'

const DAY_MS = 86_400_000
const PASSWORD = 'correct horse battery'

let api: TagHolders
let holder: Holder
beforeEach(async () => {
  api = await startWithHolders()
  const app = await api.store.apps.findById(TRUSTTAG)
  if (!app) throw new Error('There is no TrustTag app.')
  await api.store.apps.replace({ ...app, deletionGraceDays: 14 })
  api.clock.advance(APP_CACHED_MS)
  holder = await api.join()
})
afterEach(() => api.close())

const leave = () => api.call('deleteMember', {}, holder.how)
const logIn = () => api.call('login', { email: holder.email, password: PASSWORD }, { app: TRUSTTAG })
async function subjects(): Promise<string[]> {
  await api.outbox.drain()
  return (await api.store.mailbox.list(holder.email)).map(({ subject }) => subject)
}

it('the shipped TrustTag app waits two weeks', () => {
  const file = new URL('../../../../api/apps/app_trusttag.json', import.meta.url)
  expect(JSON.parse(readFileSync(file, 'utf8')).deletionGraceDays).toBe(14)
})

describe('a deletion with a grace period', () => {
  it('ends all sessions at once, keeps the account, and mails the date', async () => {
    const answer = await leave()
    expect(answer.body.message).toBe('Your account will be deleted in 14 days. To keep it, log in before then.')
    expect((await api.call('getMemberSessions', {}, holder.how)).status).toBe(401)
    expect(await api.store.members.findById(holder.id)).not.toBeNull()
    expect(await subjects()).toContain('Your TrustTag account will be deleted')
  })

  it('is canceled by a login, which a mail confirms', async () => {
    await leave()
    expect((await logIn()).status).toBe(200)
    api.clock.advance(15 * DAY_MS)
    await completeDeletions(api.services)
    expect(await api.store.members.findById(holder.id)).not.toBeNull()
    expect(await subjects()).toContain('Your TrustTag account won’t be deleted')
  })

  it('happens when the time is over, not before, and a mail confirms it', async () => {
    await leave()
    api.clock.advance(14 * DAY_MS - 1)
    await completeDeletions(api.services)
    expect(await api.store.members.findById(holder.id)).not.toBeNull()
    api.clock.advance(1)
    await completeDeletions(api.services)
    expect(await api.store.members.findById(holder.id)).toBeNull()
    expect(await subjects()).toContain('Your TrustTag account was deleted')
    expect((await logIn()).status).not.toBe(200)
  })
})
