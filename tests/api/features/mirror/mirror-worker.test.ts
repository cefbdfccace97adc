import { describe, expect, it } from 'vitest'
import { createAirtable } from '../../../../api/features/mirror/airtable'
import { mirrorReaders } from '../../../../api/workers'
import { createMirrorWorker } from '../../../../api/features/mirror/worker'
import { AIRTABLE_KEY, startAirtable } from '../../../support/fake-airtable'
import { openTagShop } from '../../../support/open-tag-shop'

async function openMirrored(changes: { apiKey?: string } = {}) {
  const airtable = await startAirtable()
  const mirror = createAirtable({ ...airtable.settings, ...changes })
  const shop = await openTagShop({ services: { mirror }, app: { keepsSignupRecords: true } })
  const worker = () =>
    createMirrorWorker({
      ...shop.services,
      mirror,
      readers: mirrorReaders(shop.services),
      paceMs: 0,
      attemptMaxMs: 500,
    })
  const waiting = () => shop.store.mirrorJobs.summarise()
  return { airtable, shop, worker, waiting, mirror }
}

describe('the mirror', () => {
  it('gets each sign-up and each purchase, under their ids', async () => {
    const { airtable, shop, worker, waiting } = await openMirrored()
    const ann = await shop.signUp()
    const id = await shop.buy(ann.token)
    await worker().drain()
    expect(airtable.rows('Signups')).toMatchObject([
      { recordId: expect.stringMatching(/^sup_/u), email: 'ann@example.com', app: 'app_shop', mode: 'test' },
    ])
    expect(airtable.rows('Purchases made')).toMatchObject([
      {
        recordId: id,
        userEmail: 'ann@example.com',
        packageType: 'three',
        numberOfTags: 3,
        totalAmount: 18,
        currency: 'USD',
        selectedSkills: '',
        status: 'paid',
      },
    ])
    expect(await waiting()).toEqual({ waiting: 0, lastError: null })
  })

  it('gets no password, and nothing of who has not paid', async () => {
    const { airtable, shop, worker } = await openMirrored()
    const ann = await shop.signUp()
    await shop.order(ann.token)
    await worker().drain()
    expect(JSON.stringify(airtable.rows('Signups'))).not.toMatch(/correct horse|argon2/u)
    expect(airtable.rows('Purchases made')).toEqual([])
  })

  it('replaces the copy of a purchase that changed', async () => {
    const { airtable, shop, worker } = await openMirrored()
    const ann = await shop.signUp()
    const id = await shop.buy(ann.token)
    await worker().drain()
    await shop.refund(ann.token, id)
    await worker().drain()
    expect(airtable.rows('Purchases made')).toMatchObject([{ recordId: id, status: 'refunded', refundedAmount: 18 }])
  })

  it('is sent nothing, and nothing waits, where none is set up', async () => {
    const shop = await openTagShop({ app: { keepsSignupRecords: true } })
    await shop.buy((await shop.signUp()).token)
    expect(await shop.store.mirrorJobs.summarise()).toEqual({ waiting: 0, lastError: null })
  })

  it('is not sent what is gone by then', async () => {
    const { airtable, shop, worker, waiting } = await openMirrored()
    const ann = await shop.signUp()
    await shop.call('deleteMember', {}, shop.as(ann.token))
    await worker().drain()
    expect([airtable.calls(), (await waiting()).waiting]).toEqual([0, 0])
  })
})

describe('a mirror that fails', () => {
  it.each([
    ['is down', { status: 503, type: 'SERVICE_UNAVAILABLE' } as const, '503'],
    ['has enough for now', { status: 429, type: 'RATE_LIMIT_REACHED' } as const, '429'],
    ['misses a column', { status: 422, type: 'UNKNOWN_FIELD_NAME' } as const, 'UNKNOWN_FIELD_NAME'],
    ['does not answer', 'silence' as const, 'timed out'],
  ])('because it %s loses nothing, and gets each record once when it is back', async (_why, fault, reason) => {
    const { airtable, shop, worker, waiting } = await openMirrored()
    airtable.failWith(() => fault)
    const ann = await shop.signUp()
    const bought = await shop.order(ann.token)
    expect(bought.status).toBe(200)
    await shop.buy(ann.token, 'single')
    await worker().drain()
    expect((await waiting()).waiting).toBe(2)
    expect((await waiting()).lastError).toContain(reason)
    airtable.failWith(() => null)
    shop.clock.advance(4_999)
    await worker().drain()
    expect((await waiting()).waiting).toBe(2)
    shop.clock.advance(1)
    await worker().drain()
    expect(await waiting()).toEqual({ waiting: 0, lastError: null })
    expect([airtable.rows('Signups').length, airtable.rows('Purchases made').length]).toEqual([1, 1])
  })

  it('is tried later and later, at most every hour, for ever', async () => {
    const { airtable, shop, worker } = await openMirrored()
    airtable.failWith(() => ({ status: 500, type: 'SERVER_ERROR' }))
    await shop.signUp()
    for (const seconds of [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]) {
      const before = airtable.calls()
      await worker().drain()
      expect(airtable.calls()).toBe(before + 1)
      shop.clock.advance(seconds * 1000 - 1)
      await worker().drain()
      expect(airtable.calls()).toBe(before + 1)
      shop.clock.advance(1)
    }
  })

  it('because the key is wrong names the key nowhere', async () => {
    const { shop, worker, waiting } = await openMirrored({ apiKey: 'pat_wrong_and_secret' })
    await shop.signUp()
    await worker().drain()
    expect((await waiting()).lastError).toContain('401')
    expect(shop.logLines.join('')).toContain('could not mirror a record')
    const told = shop.logLines.join('') + JSON.stringify(shop.dumpDatabase()['mirror_jobs'])
    expect(told).not.toContain('pat_wrong_and_secret')
    expect(told).not.toContain(AIRTABLE_KEY)
  })

  it('after the deed and before its answer has one copy in the end', async () => {
    const { airtable, shop, worker, waiting } = await openMirrored()
    airtable.failWith(() => 'lost answer')
    await shop.signUp()
    await worker().drain()
    expect((await waiting()).waiting).toBe(1)
    airtable.failWith(() => null)
    shop.clock.advance(5_000)
    await worker().drain()
    expect([airtable.rows('Signups').length, (await waiting()).waiting]).toEqual([1, 0])
  })
})

describe('the worker', () => {
  it('shares the work with another process: nothing is sent twice', async () => {
    const { airtable, shop, worker } = await openMirrored()
    for (let i = 0; i < 8; i += 1) await shop.signUp(`member${i}@example.com`)
    await Promise.all([worker().drain(), worker().drain(), worker().drain()])
    expect([airtable.rows('Signups').length, airtable.calls()]).toEqual([8, 8])
  })

  it('leaves its current record due at once when stopped', async () => {
    const { airtable, shop, worker, waiting } = await openMirrored()
    airtable.failWith(() => 'silence')
    await shop.signUp()
    const one = worker()
    const drained = one.drain()
    await expect.poll(airtable.calls).toBe(1)
    await one.stop(0)
    await drained
    expect(await waiting()).toEqual({ waiting: 1, lastError: null })
    airtable.failWith(() => null)
    await worker().drain()
    expect(airtable.rows('Signups')).toHaveLength(1)
  })
})
