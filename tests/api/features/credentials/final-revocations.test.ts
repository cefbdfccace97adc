import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listen } from '../../../../api/http/server'
import { createSiteLookups } from '../../../../api/features/profiles/profile'
import { verdictTexts } from '../../../../contract/credential/report-texts'
import { statusFilePath, tagFilePath } from '../../../../contract/proof-paths'
import { verifyTagCommand } from '../../../../commands/verify-tag/command'
import { runAudit } from '../../../commands/audit-log/run-audit'
import { runSql } from '../../../support/run-sql'
import { startWithHolders, TRUSTTAG } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'
import { waitUntil } from '../../../support/wait-until'

const NULLED = 'update tags set revoked_at = null, revoke_reason = null; update status_places set revoked_at = null'
const CLEARED = 'delete from revocations'
/** Longer than the cache of a signed list. */
const RENEWAL_MS = 11 * 60_000

let api: TagHolders
let holder: Holder
beforeEach(async () => {
  api = await startWithHolders({ development: true })
  holder = await api.join()
})
afterEach(() => api.close())

const verify = async (tagId: string) => (await api.call('verifyTag', { tagId })).data
const list = () => api.request(statusFilePath('test', 1))

/** The command, which calls this server. */
async function verifyInTerminal(tagId: string) {
  const read = async (path: string) => {
    const response = await api.request(path)
    return response.ok ? response.text() : null
  }
  writeFileSync(join(api.folder, 'tag.json'), (await read(tagFilePath(tagId, 'credential.json'))) ?? '')
  const lines: string[] = []
  const code = await verifyTagCommand(['tag.json', '--accept-test'], {
    cwd: api.folder,
    now: () => api.clock.now(),
    ask: (_, path) => read(path),
    print: (text) => void lines.push(text),
    complain: (text) => void lines.push(text),
  })
  return { code, title: lines[0]?.split('\n')[0] ?? '' }
}

async function audit() {
  const server = await listen((request) => api.request(new URL(request.url).pathname), { host: '127.0.0.1', port: 0 })
  try {
    return await runAudit([`${server.url}/trusttag/test-log`])
  } finally {
    await server.close(100)
  }
}

const alarms = () => api.securityLines.filter((line) => /tag-record-differs|status-list-damaged/u.test(line))

describe('a revocation', () => {
  let tagId: string
  beforeEach(async () => {
    tagId = (await api.earn(holder, 'Cook', { visibility: 'PUBLIC' })).trustTagId
    await api.earn(holder, 'Mason')
    expect(await verify(tagId)).toMatchObject({ isValid: true })
    await api.revoke(tagId)
  })

  it('survives two nulled columns: in server, files, profile, list, command and audit', async () => {
    runSql(api.folder, NULLED)
    api.clock.advance(RENEWAL_MS)
    expect(await verify(tagId)).toMatchObject({
      isValid: false,
      status: 'revoked',
      words: { title: expect.stringContaining(verdictTexts.revoked.title) },
      report: { verdict: 'revoked' },
    })
    expect(await verifyInTerminal(tagId)).toMatchObject({
      code: 1,
      title: expect.stringMatching(/^Sample: Revoked TrustTag/u),
    })
    expect(await audit()).toMatchObject({ code: 0, output: expect.stringContaining('2 TrustTags issued, 1 revoked') })
    const { data } = await api.call('listTags', {}, holder.how)
    expect(data.tags.map(({ trustTagId, status }) => [trustTagId, status])).toContainEqual([tagId, 'revoked'])
    const { text } = (await api.call('getCertificateText', { tagId }, holder.how)).data
    expect(text).toContain('Revoked. It is no longer valid.')
    await expect(api.revoke(tagId)).rejects.toMatchObject({ code: 'tag-already-revoked' })
    await waitUntil('the alarm', () => alarms().length > 0)
    expect(alarms().join('')).toContain(tagId)
  })

  it('survives the deletion of its row: no list is signed, the audit reports UNREVOKED, the owner gets one mail', async () => {
    runSql(api.folder, `${NULLED}; ${CLEARED}`)
    api.clock.advance(RENEWAL_MS)
    expect(await verify(tagId)).toMatchObject({ isValid: false, status: 'revoked', report: { verdict: 'revoked' } })
    expect((await list()).status).toBe(503)
    expect((await verifyInTerminal(tagId)).code).toBe(1)
    expect(await audit()).toMatchObject({ code: 1, output: expect.stringContaining('UNREVOKED') })
    await waitUntil('the alarm', () => alarms().some((line) => line.includes('status-list-damaged')))
    await api.outbox.drain()
    const owner = (await api.store.apps.findById(TRUSTTAG))?.inbox?.ownerEmail ?? ''
    const mails = (await api.store.mailbox.list(owner)).filter(({ subject }) =>
      subject.includes('status list 1 (test)'),
    )
    expect(mails).toHaveLength(1)
  })

  it('is not lost by the next one: a version without its bit is never logged', async () => {
    const other = (await api.earn(await api.join(), 'Welder')).trustTagId
    runSql(api.folder, CLEARED)
    const before = (await api.store.log.head('test'))?.size ?? 0
    await api.revoke(other)
    const entries = await api.store.log.readEntries('test', before, 10)
    expect(entries).toEqual([expect.stringContaining('"type":"revoke"')])
    expect(await verify(other)).toMatchObject({ isValid: false, status: 'revoked' })
  })

  it('shows at once if a column falsely marks another TrustTag as revoked', async () => {
    const other = (await api.earn(await api.join(), 'Welder')).trustTagId
    runSql(api.folder, `update tags set revoked_at = 1 where id = '${other}'`)
    expect(await verify(other)).toMatchObject({ isValid: true, status: 'valid', revokedAt: null })
    await api.revoke(other)
    expect(await verify(other)).toMatchObject({ isValid: false, status: 'revoked' })
  })
})

describe('a reported TrustTag', () => {
  const FORGED =
    "holder_name = 'Mallory', score = 55, skill = 'Surgeon', category = 'Surgery', expires_at = 9999999999999"

  it('has the signed facts, whatever its row contains, and alarms the owner once', async () => {
    const { trustTagId: tagId } = await api.earn(holder, 'Cook', { visibility: 'PUBLIC' })
    const before = await verify(tagId)
    runSql(api.folder, `update tags set ${FORGED} where id = '${tagId}'`)
    expect(await verify(tagId)).toEqual(before)
    const { data } = await api.call('listTags', {}, holder.how)
    expect(data.tags).toMatchObject([{ holderName: 'Ada Lovelace', score: before.score, skill: 'Cook' }])
    const title = await createSiteLookups(api.services).findTag(tagId, '192.0.2.9')
    expect(title).toMatchObject({ tag: { holderName: 'Ada Lovelace', skill: 'Cook' } })
    const { text } = (await api.call('getPortfolioText', {}, holder.how)).data
    expect(text).not.toMatch(/Mallory|Surgeon|Surgery|55%/u)
    await waitUntil('the alarm', () => alarms().length > 0)
    await api.outbox.drain()
    const owner = (await api.store.apps.findById(TRUSTTAG))?.inbox?.ownerEmail ?? ''
    const mails = (await api.store.mailbox.list(owner)).filter((mail) => mail.subject.includes(tagId))
    expect(mails).toMatchObject([{ text: expect.stringContaining('the skill, the holder’s name, the score') }])
    expect(alarms()).toHaveLength(1)
  })

  it('is empty if the credential belongs to another TrustTag', async () => {
    const { trustTagId: tagId } = await api.earn(holder, 'Cook', { visibility: 'PUBLIC' })
    const other = await api.earn(await api.join(), 'Mason')
    const row = await api.store.credentials.find(other.trustTagId)
    await api.store.credentials.delete(tagId)
    await api.store.credentials.insert({ ...row!, tagId })
    expect(await verify(tagId)).toMatchObject({
      isValid: false,
      words: { title: expect.stringContaining(verdictTexts.altered.title) },
      report: { verdict: 'altered', facts: null },
    })
    expect(await createSiteLookups(api.services).findTag(tagId, '192.0.2.9')).toBeNull()
    expect((await api.request(`/trusttag/tags/${tagId}/badge.svg`)).status).toBe(503)
    const profile = (await api.call('getTagProfile', {}, holder.how)).data
    expect(await api.call('getPublicProfile', { slug: profile.slug ?? '' }, holder.how)).toMatchObject({
      body: { code: 'profile-not-found' },
    })
  })

  it('is empty if it is private, like an unknown one', async () => {
    const { trustTagId: tagId } = await api.earn(holder, 'Cook', { visibility: 'PRIVATE' })
    await api.revoke(tagId)
    runSql(api.folder, `${NULLED}; update tags set ${FORGED} where id = '${tagId}'`)
    const ask = async (id: string) => [
      (await api.call('verifyTag', { tagId: id })).body,
      ...(await Promise.all(
        ['credential.json', 'proof.tlog-proof', 'badge.svg', 'og.png'].map(async (file) => {
          const response = await api.request(`/trusttag/tags/${id}/${file}`)
          return [response.status, await response.text()]
        }),
      )),
    ]
    expect(await ask(tagId)).toEqual(await ask('TT-TEST-CK2026000000000000'))
  })
})
