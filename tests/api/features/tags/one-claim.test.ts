import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reissueGeneralTags, renameHolder } from '../../../../api/features/tags/revoke'
import { parseJson } from '../../../../contract/credential/parse-json'
import { runSql } from '../../../support/run-sql'
import { startWithHolders, TRUSTTAG } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'
import { writeTestFonts } from '../../../support/write-test-fonts'

const owner = { appId: TRUSTTAG, mode: 'test', actor: 'owner command' } as const
let api: TagHolders

beforeAll(async () => {
  api = await startWithHolders()
  await writeTestFonts(join(api.folder, 'fonts'))
})
afterAll(() => api.close())

const verify = async (tagId: string) => (await api.call('verifyTag', { tagId }, {})).data
const DAY_MS = 86_400_000

async function again(holder: Holder): Promise<void> {
  const sent = { email: holder.email, password: 'correct horse battery' }
  const { data } = await api.call('login', sent, { app: TRUSTTAG })
  holder.how = { ...holder.how, token: data.tokens.accessToken }
}

describe('Workplace basics', () => {
  it('is what a TrustTag of the general questions says, not the name that was typed', async () => {
    const holder = await api.join()
    const tag = await api.earn(holder, 'Glassblower')
    expect(tag).toMatchObject({ skill: 'Workplace basics', category: 'Cross-Industry & Soft Skills', isGeneral: true })
    const checked = await verify(tag.trustTagId)
    expect(checked).toMatchObject({ isValid: true, report: { facts: { skill: 'Workplace basics' } } })
    const { text } = (await api.call('getCertificateText', { tagId: tag.trustTagId }, holder.how)).data
    const file = await api.request(`/trusttag/tags/${tag.trustTagId}/credential.json`)
    expect(`${text}${await file.text()}${JSON.stringify(checked)}`).not.toContain('Glassblower')
  })

  it('has one valid TrustTag per account', async () => {
    const holder = await api.join()
    const tag = await api.earn(holder, 'Glassblower')
    api.clock.advance(2 * DAY_MS)
    await again(holder)
    const start = () => api.call('startAttempt', { skill: 'Welder' }, holder.how)
    expect((await start()).body.code).toBe('claim-already-held')
    await api.revoke(tag.trustTagId)
    expect((await start()).data.claim).toBe('Workplace basics')
  })

  it('replaces the trade on older ones: same ID, name, score and dates; old files are revoked', async () => {
    const holder = await api.join()
    const before = await api.earn(holder, 'Glassblower')
    const id = before.trustTagId
    const file = async () => (await api.request(`/trusttag/tags/${id}/credential.json`)).text()
    const old = await file()
    // As an earlier version issued it: with the trade in its row.
    runSql(api.folder, `update tags set skill = 'Glassblower' where id = '${id}'`)
    expect(await reissueGeneralTags(api.services, owner)).toEqual([id])
    const after = await verify(id)
    const { holderName, score, issueDate, expiresAt } = before
    expect(after).toMatchObject({ isValid: true, skill: 'Workplace basics', holderName, score, issueDate, expiresAt })
    expect(await file()).not.toBe(old)
    const answer = await api.request('/trusttag/verify-files', { method: 'POST', body: old })
    expect((await answer.json()).data).toMatchObject({
      isValid: false,
      results: [{ words: { title: 'Sample: Revoked TrustTag' } }],
    })
    const mail = await api.mailTo(holder.email)
    expect([mail?.subject, mail?.text]).toEqual([
      expect.stringContaining('now says “Workplace basics”'),
      expect.stringContaining('Glassblower'),
    ])
    expect(await reissueGeneralTags(api.services, owner)).toEqual([])
    expect(parseJson(await file())).not.toBeNull()
  })

  it('leaves revoked ones revoked', async () => {
    const holder = await api.join()
    const { trustTagId: id } = await api.earn(holder, 'Glassblower')
    await api.revoke(id)
    runSql(api.folder, `update tags set skill = 'Glassblower' where id = '${id}'`)
    expect(await reissueGeneralTags(api.services, owner)).toEqual([id])
    expect(await verify(id)).toMatchObject({ isValid: false, status: 'revoked', skill: 'Workplace basics' })
  })
})

describe('one account has one name', () => {
  const issue = async (holder: Holder, skill: string, holderName: string) => {
    const attemptId = await api.pass(holder, skill)
    await api.give(holder)
    return api.call('issueTag', { attemptId, holderName, visibility: 'PUBLIC' }, holder.how)
  }

  it('fixed with its first TrustTag', async () => {
    const holder = await api.join()
    expect((await api.call('getTagProfile', {}, holder.how)).data.holderName).toBeNull()
    expect((await issue(holder, 'Cook', 'Nora Lee')).status).toBe(200)
    const refused = await issue(holder, 'Electrician', 'Barack Obama')
    expect([refused.status, refused.body.code]).toEqual([409, 'holder-name-fixed'])
    expect((await issue(holder, 'Carpenter', 'Nora Lee')).status).toBe(200)
    expect((await api.call('getTagProfile', {}, holder.how)).data.holderName).toBe('Nora Lee')
  })

  it('changed by a review, for further ones', async () => {
    const holder = await api.join()
    const first = (await issue(holder, 'Cook', 'Nora Lee')).data
    await renameHolder(api.services, owner, holder.id, ' Nora  Smith ')
    expect((await issue(holder, 'Electrician', 'Nora Lee')).body.code).toBe('holder-name-fixed')
    expect((await issue(holder, 'Carpenter', 'Nora Smith')).data.holderName).toBe('Nora Smith')
    expect((await verify(first.trustTagId)).holderName).toBe('Nora Lee')
    expect(api.dumpDatabase()['audit_log']?.at(-1)).toMatchObject({ act: 'member.holder-name', subject: holder.id })
  })
})
