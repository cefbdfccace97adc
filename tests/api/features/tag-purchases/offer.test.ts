import { describe, expect, it } from 'vitest'
import { openTagShop } from '../../../support/open-tag-shop'

type Shop = Awaited<ReturnType<typeof openTagShop>>

async function verified(shop: Shop, email: string) {
  const member = await shop.signUp(email)
  await shop.store.members.update(member.id, { verified: true })
  return member
}

describe('the free TrustTag', () => {
  it('is one credit, once per verified address', async () => {
    const shop = await openTagShop()
    const ann = await verified(shop, 'ann@example.com')
    expect((await shop.claim(ann.token)).data.credits).toEqual({ available: 1, spent: 0, refunded: 0, revoked: 0 })
    const again = await shop.claim(ann.token)
    expect([again.status, again.body.code]).toEqual([409, 'offer-already-used'])
    expect((await shop.list(ann.token)).credits.available).toBe(1)
  })

  it('is one credit for any number of parallel requests', async () => {
    const shop = await openTagShop()
    const ann = await verified(shop, 'ann@example.com')
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.claim(ann.token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await shop.list(ann.token)).credits.available).toBe(1)
  })

  it('requires a verified address', async () => {
    const shop = await openTagShop()
    const ann = await shop.signUp()
    const answer = await shop.claim(ann.token)
    expect([answer.status, answer.body.code]).toEqual([403, 'email-not-verified'])
    await shop.store.members.update(ann.id, { verified: true })
    expect((await shop.claim(ann.token)).status).toBe(200)
  })

  it('is not available again after deleting and recreating the account', async () => {
    const shop = await openTagShop()
    const ann = await verified(shop, 'ann@example.com')
    await shop.claim(ann.token)
    await shop.call('deleteMember', {}, shop.as(ann.token))
    const back = await verified(shop, 'Ann@Example.com')
    expect((await shop.claim(back.token)).body.code).toBe('offer-already-used')
  })

  it('is not available again for another spelling of the same mailbox', async () => {
    const shop = await openTagShop()
    await shop.claim((await verified(shop, 'ann.lee@gmail.com')).token)
    for (const email of ['annlee+2@gmail.com', 'a.n.n.lee@googlemail.com', 'ann.lee+trusttag@gmail.com'])
      expect((await shop.claim((await verified(shop, email)).token)).body.code, email).toBe('offer-already-used')
    for (const email of ['ann.lee@example.com', 'annlee@example.com'])
      expect((await shop.claim((await verified(shop, email)).token)).status, email).toBe(200)
  })

  it('stores no readable address', async () => {
    const shop = await openTagShop()
    const ann = await verified(shop, 'ann@example.com')
    await shop.claim(ann.token)
    await shop.call('deleteMember', {}, shop.as(ann.token))
    const kept = JSON.stringify(shop.dumpDatabase()['offer_claims'])
    expect(kept).toMatch(/[\da-f]{64}/u)
    expect(kept).not.toContain('ann')
  })
})

describe('the offer', () => {
  it('without an end is always on', async () => {
    const shop = await openTagShop()
    expect((await shop.call('listPackages', {}, shop.as())).data.offer).toEqual({ isOn: true, endsAt: null })
  })

  it('with an end is on until then', async () => {
    const endsAt = '2026-11-21T10:00:00.000Z'
    const shop = await openTagShop({ offer: { endsAt } })
    const ann = await verified(shop, 'ann@example.com')
    const offer = async () => (await shop.call('listPackages', {}, shop.as())).data.offer
    expect(await offer()).toEqual({ isOn: true, endsAt })
    shop.clock.advance(60 * 60 * 1000)
    expect(await offer()).toEqual({ isOn: false, endsAt: null })
    const late = await shop.claim(ann.token)
    expect([late.status, late.body.code]).toEqual([409, 'offer-ended'])
    shop.clock.advance(-1)
    expect((await shop.claim(ann.token)).status).toBe(200)
  })

  it('is off by default', async () => {
    const shop = await openTagShop({ offer: null })
    const ann = await verified(shop, 'ann@example.com')
    expect((await shop.call('listPackages', {}, shop.as())).data.offer).toEqual({ isOn: false, endsAt: null })
    expect((await shop.claim(ann.token)).body.code).toBe('offer-ended')
  })
})
