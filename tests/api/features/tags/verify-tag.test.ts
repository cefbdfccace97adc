import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusFilePath } from '../../../../contract/proof-paths'
import { logSamples } from '../../../../api/features/tags/backfill'
import { revokeTag } from '../../../../api/features/tags/revoke'
import { sampleTags } from '../../../../api/features/tags/verify'
import { readTrust } from '../../../../contract/credential/read-trust'
import { headlineOf, modeTexts, verdictTexts } from '../../../../contract/credential/report-texts'
import { verifyCredential } from '../../../../contract/credential/verify-credential'
import { rateLimits } from '../../../../contract/rate-limits'
import { startWithHolders } from '../../../support/tag-holders'
import type { TagHolders } from '../../../support/tag-holders'

let api: TagHolders

beforeAll(async () => {
  api = await startWithHolders()
  await logSamples(api.services)
})
afterAll(() => api.close())

const verify = (id: string) => api.request(`/trusttag/verify/${encodeURIComponent(id)}`)
const verified = async (tagId: string) => (await api.call('verifyTag', { tagId })).data
/** The parts of a response that another request cannot change. */
async function whole(id: string) {
  const answer = await verify(id)
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
  return { status: answer.status, body: await answer.text(), headers }
}

describe('checking a TrustTag', () => {
  it('needs no app, no key and no login, and returns all public facts', async () => {
    const tag = await api.earn(await api.join())
    const answer = await verify(tag.trustTagId)
    expect(answer.status).toBe(200)
    const { attemptId: _, visibility: __, filesUrl, ...shown } = tag
    const files = { credential: `${filesUrl}/credential.json`, proof: `${filesUrl}/proof.tlog-proof` }
    const checked = { words: expect.any(Object), report: expect.any(Object), files }
    expect(await answer.json()).toEqual({ data: { ...shown, ...checked, samples: [] } })
  })

  it('checks it as anyone can, and returns the result of each check', async () => {
    const tag = await api.earn(await api.join())
    const { report, words, files } = await verified(tag.trustTagId)
    expect(report).toMatchObject({ verdict: 'valid', mode: 'test', facts: { trustTagId: tag.trustTagId } })
    expect(report.log?.leafHash).toBe(tag.blockchainHash)
    expect(report.checks.map(({ name, reason }) => [name, reason])).toEqual([
      ['signature', 'signed'],
      ['issuer', 'ours-test'],
      ['log', 'included'],
      ['witnesses', 'no-witness'],
      ['dates', 'in-time'],
      ['status', 'not-revoked'],
    ])
    expect(words).toEqual({
      title: headlineOf({ verdict: 'valid', mode: 'test' }),
      text: expect.stringContaining(modeTexts.test.text),
    })
    // The files that it names are the checked ones.
    const read = async (url = '') => (await api.request(new URL(url).pathname)).text()
    const again = await verifyCredential({
      credential: await read(files?.credential),
      proof: await read(files?.proof),
      statusList: await read(new URL(statusFilePath('test', 1), files?.credential).href),
      trust: readTrust(JSON.parse(await read(new URL('/trusttag/trust.json', files?.credential).href))),
      now: api.clock.now(),
    })
    expect(again).toEqual(report)
  })

  it('reports a change in the database as altered, whatever the rest of the row contains', async () => {
    const { trustTagId } = await api.earn(await api.join())
    const row = (await api.store.credentials.find(trustTagId))!
    await api.store.credentials.delete(trustTagId)
    await api.store.credentials.insert({ ...row, credential: row.credential.replace('"value":"100"', '"value":"99"') })
    expect(await verified(trustTagId)).toMatchObject({
      isValid: false,
      status: 'valid',
      words: { title: verdictTexts.altered.title },
      report: { verdict: 'altered', facts: null },
    })
  })

  it('is not valid before it is in the log', async () => {
    const { trustTagId } = await api.earn(await api.join())
    await api.store.credentials.delete(trustTagId)
    expect(await verified(trustTagId)).toMatchObject({
      isValid: false,
      status: 'valid',
      words: { title: 'Not in the public log yet' },
      report: { verdict: 'not-logged', mode: 'test' },
      files: null,
    })
  })

  it('accepts an ID as people type it', async () => {
    const { trustTagId } = await api.earn(await api.join())
    expect((await verified(` ${trustTagId.toLowerCase()} `)).trustTagId).toBe(trustTagId)
  })

  it.each(sampleTags.map(({ id }) => id))('knows the sample %s, and says that it is one', async (id) => {
    expect(await verified(id)).toMatchObject({
      trustTagId: id,
      isValid: true,
      mode: 'sample',
      expiresAt: null,
      report: { verdict: 'valid', mode: 'sample' },
      words: { text: expect.stringContaining(modeTexts.sample.text) },
    })
  })

  it('says whether the questions were on the skill, or general', async () => {
    const holder = await api.join()
    const [own, general] = [await api.earn(holder, 'Electrician'), await api.earn(holder, 'Welder')]
    expect(await verified(own.trustTagId)).toMatchObject({ skill: 'Electrician', isGeneral: false })
    expect(await verified(general.trustTagId)).toMatchObject({ skill: 'Workplace basics', isGeneral: true })
    const said = 'Tested with general workplace questions'
    const text = async (tagId: string) => (await api.call('getCertificateText', { tagId }, holder.how)).data.text
    expect(await text(general.trustTagId)).toContain(said)
    expect(await text(own.trustTagId)).not.toContain(said)
    const attempts = (await api.call('listAttempts', {}, holder.how)).data.attempts
    expect(attempts.map(({ skill, isGeneral }) => [skill, isGeneral])).toEqual([
      ['Welder', true],
      ['Electrician', false],
    ])
  })

  it('reports it as expired from the second of its end', async () => {
    const { trustTagId, expiresAt } = await api.earn(await api.join())
    const now = api.clock.now()
    const rest = Date.parse(expiresAt ?? '') - now
    try {
      api.clock.advance(rest - 1)
      expect(await verified(trustTagId)).toMatchObject({ isValid: true, status: 'valid' })
      api.clock.advance(1)
      expect(await verified(trustTagId)).toMatchObject({
        isValid: false,
        status: 'expired',
        report: { verdict: 'expired' },
      })
    } finally {
      api.clock.advance(-rest)
    }
  })

  it('returns the reason and time of a revocation', async () => {
    const holder = await api.join()
    const { trustTagId } = await api.earn(holder)
    const revocation = { tagId: trustTagId, reason: 'Somebody else took the test.', actor: 'owner' }
    const revoke = () => api.store.transaction((repositories) => revokeTag(repositories, api.services, revocation))
    expect(await revoke()).toBe(true)
    expect(await verified(trustTagId)).toMatchObject({
      isValid: false,
      status: 'revoked',
      revokedAt: new Date(api.clock.now()).toISOString(),
      revokeReason: 'Somebody else took the test.',
      words: { title: headlineOf({ verdict: 'revoked', mode: 'test' }) },
      report: { verdict: 'revoked' },
    })
    const [entry] = await api.store.auditLog.list('app_trusttag', 'test', 1)
    expect(entry).toMatchObject({ actor: 'owner', act: 'tag.revoke', subject: trustTagId })
    expect((await api.mailTo(holder.email))?.text).toContain('Somebody else took the test.')
    // Once is enough.
    const before = api.dumpDatabase()
    expect(await revoke()).toBe(false)
    expect(api.dumpDatabase()).toEqual(before)
  })
})

describe('an unknown TrustTag', () => {
  const unknown = { code: 'tag-not-found', message: 'This TrustTag ID was not found or is invalid.' }

  it.each(['TT-XX202600000000', 'TT-12', '', ' ', '%', '../tags', 'T'.repeat(41), "' or 1=1 --", 'TT-WD2024001\u0000'])(
    'is %j',
    async (id) => {
      const answer = await verify(id)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject(/^$|\0/u.test(id) ? { code: 'not-found' } : unknown)
    },
  )

  it('looks like a private one, on every path', async () => {
    const holder = await api.join()
    const { trustTagId } = await api.earn(holder, 'Cook', { visibility: 'PRIVATE' })
    const none = 'TT-TEST-CK202600000000'
    expect(await whole(trustTagId)).toEqual(await whole(none))
    const picture = async (id: string) => {
      const answer = await api.request(`/trusttag/tags/${id}/og.png`)
      return [answer.status, await answer.json()]
    }
    expect(await picture(trustTagId)).toEqual(await picture(none))
    // For another member too.
    const other = await api.join()
    for (const name of ['getCertificateText', 'noteShare'] as const) {
      const ask = async (tagId: string) => (await api.call(name, { tagId }, other.how)).body
      expect(await ask(trustTagId)).toEqual(await ask(none))
    }
  })

  it('is what a private one becomes, until it is shown again', async () => {
    const holder = await api.join()
    const { trustTagId: tagId } = await api.earn(holder)
    await api.call('updateTag', { tagId, visibility: 'PRIVATE' }, holder.how)
    expect((await verify(tagId)).status).toBe(404)
    await api.call('updateTag', { tagId, visibility: 'PUBLIC' }, holder.how)
    expect((await verify(tagId)).status).toBe(200)
  })

  it('is what remains of a deleted member', async () => {
    const holder = await api.join()
    const { trustTagId } = await api.earn(holder)
    await api.call('deleteMember', {}, holder.how)
    expect(await whole(trustTagId)).toEqual(await whole('TT-TEST-EL202600000000'))
  })
})

it('limits guesses of IDs', async () => {
  const limited = await startWithHolders({ rateLimitFactor: 1 })
  const ask = () => limited.call('verifyTag', { tagId: 'TT-XX202600000000' })
  for (let tries = 0; tries < rateLimits.tagChecksPerAddress.max; tries += 1) expect((await ask()).status).toBe(404)
  expect((await ask()).body.code).toBe('too-many-requests')
  await limited.close()
})

it('IDs of TrustTags are in no log', async () => {
  const { trustTagId } = await api.earn(await api.join())
  await verify(trustTagId)
  expect(api.logLines.join('')).toContain('/trusttag/verify/:tagId')
  expect(api.logLines.join('')).not.toContain(trustTagId)
})
