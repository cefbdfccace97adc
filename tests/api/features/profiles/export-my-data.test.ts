import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberTables } from '../../../../api/features/profiles/repository-export'
import { tablesWithColumn } from '../../../support/dump-database'
import { rightAnswers, startWithHolders } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'

let api: TagHolders
let holder: Holder

beforeAll(async () => {
  api = await startWithHolders()
  holder = await api.join({ profession: 'Electrician' })
  await api.store.members.update(holder.id, { verified: true })
  await api.earn(holder, 'Cook')
  await api.call('startAttempt', { skill: 'Mason' }, holder.how)
  await api.store.inbox.insert({
    id: 'msg_1',
    appId: 'app_trusttag',
    mode: 'test',
    kind: 'contact',
    email: holder.email,
    fields: { name: 'Ada', message: 'Do you test beekeepers?' },
    createdAt: api.clock.now(),
  })
})
afterAll(() => api.close())

const exported = async (of = holder) => (await api.call('exportMyData', {}, of.how)).data
const camel = (name: string) => name.replaceAll(/_(\w)/gu, (_, letter: string) => letter.toUpperCase())

describe('Export My Data', () => {
  it('is complete: it has every table with rows of members', async () => {
    const { records } = await exported()
    const naming = tablesWithColumn(join(api.folder, 'membership.db'), ['member_id', 'owner_id']).map(camel)
    expect(naming.length).toBeGreaterThan(10)
    expect(naming.filter((name) => !(name in records))).toEqual([])
    expect(Object.keys(memberTables).filter((name) => !(name in records))).toEqual([])
    expect(records).toHaveProperty('members')
    // This member has at least one row of each.
    const mine = ['members', 'signupRecords', 'sessions', 'codes', 'credits', 'tags', 'tagActivities', 'tagProfiles']
    for (const name of [...mine, 'assessmentAttempts', 'inboxMessages'])
      expect([name, records[name]?.length]).not.toEqual([name, 0])
  })

  it('is a file of the day, with readable times', async () => {
    const { fileName, exportedAt, records } = await exported()
    expect(fileName).toBe('TrustTag-Data-2026-11-21.json')
    expect(exportedAt).toBe(new Date(api.clock.now()).toISOString())
    expect(records['tags']?.[0]).toMatchObject({ skill: 'Cook', holderName: 'Ada Lovelace', revokedAt: null })
    expect(records['tags']?.[0]?.['issuedAt']).toMatch(/^2026-11-21T/u)
    expect(records['members']?.[0]).toMatchObject({ email: holder.email, verified: true })
    expect(records['members']?.[0]?.['customFields']).toMatchObject({ profession: 'Electrician' })
    expect(records['tagProfiles']?.[0]).toMatchObject({ publicProfile: true })
    expect(records['inboxMessages']?.[0]).toMatchObject({ fields: { message: 'Do you test beekeepers?' } })
  })

  it('has attempts with answers and results, without keys and names of questions', async () => {
    const { records } = await exported()
    const [open, done] = records['assessmentAttempts'] ?? []
    expect(open).toMatchObject({ skill: 'Mason', status: 'open', result: null })
    expect(done).toMatchObject({ skill: 'Cook', status: 'complete', result: { passed: true } })
    expect(done?.['answers']).toEqual(await rightAnswers(api, String(done?.['id'])))
    expect(JSON.stringify(records)).not.toMatch(/optionOrder|questionId|"right"|"accepted"|cook-\d/u)
  })

  it('has no messages from an unconfirmed address: another person may have written them', async () => {
    const { records } = await exported(await api.join())
    expect(records['inboxMessages']).toEqual([])
    await api.store.members.update(holder.id, { verified: false })
    expect((await exported()).records['inboxMessages']).toEqual([])
    await api.store.members.update(holder.id, { verified: true })
    expect((await exported()).records['inboxMessages']).toHaveLength(1)
  })

  it('has no secrets and nothing about other members', async () => {
    const other = await api.join()
    await api.earn(other, 'Roofer')
    const text = JSON.stringify((await exported()).records)
    for (const secret of [
      'passwordHash',
      'tokenDigest',
      'linkDigest',
      'codeDigest',
      '$argon2',
      other.email,
      other.id,
      'Roofer',
    ])
      expect(text).not.toContain(secret)
    expect(text).not.toContain(holder.how.token)
  })

  it('changes nothing', async () => {
    // Mails of others are queued.
    await api.outbox.drain()
    const before = api.dumpDatabase()
    await exported()
    expect(api.dumpDatabase()).toEqual(before)
  })
})
