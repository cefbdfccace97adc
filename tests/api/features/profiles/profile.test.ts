import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { findPublicProfile } from '../../../../api/features/profiles/profile'
import { revokeTag } from '../../../../api/features/tags/revoke'
import { rateLimits } from '../../../../contract/rate-limits'
import { startWithHolders, TRUSTTAG } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'

let api: TagHolders

beforeAll(async () => {
  api = await startWithHolders()
})
afterAll(() => api.close())

const requireApp = async (): Promise<AppDefinition> => {
  const app = await api.store.apps.findById(TRUSTTAG)
  if (!app) throw new Error('The app is missing.')
  return app
}
const own = async ({ how }: Holder) => (await api.call('getTagProfile', {}, how)).data
const slugOf = async (holder: Holder) => (await own(holder)).slug ?? ''
const see = (slug: string, more: Parameters<TagHolders['call']>[2] = {}) =>
  api.call('getPublicProfile', { slug }, { app: TRUSTTAG, ...more })
const set = (holder: Holder, settings: Parameters<typeof api.call<'updateTagProfile'>>[1]) =>
  api.call('updateTagProfile', settings, holder.how)

describe('the profile of a member', () => {
  it('is empty at first, and reading it creates no row', async () => {
    const holder = await api.join()
    await api.outbox.drain()
    const before = api.dumpDatabase()
    expect(await own(holder)).toEqual({
      slug: null,
      publicUrl: null,
      publicProfile: true,
      emailNotifications: true,
      shareAnalytics: true,
      views: 0,
      holderName: null,
      tags: [],
      activity: [],
      credits: { available: 0 },
      offer: { isOn: true, endsAt: null },
    })
    expect(api.dumpDatabase()).toEqual(before)
  })

  it('has TrustTags, credits and a URL of its own after the first TrustTag', async () => {
    const [holder, other] = [await api.join(), await api.join()]
    const tag = await api.earn(holder)
    await api.give(holder, 2)
    const profile = await own(holder)
    expect(profile.tags).toEqual([tag])
    expect(profile.credits).toEqual({ available: 2 })
    expect(profile.slug).toMatch(/^[a-z\d]{12}$/u)
    expect(profile.publicUrl).toBe(`http://localhost:4000/t/${profile.slug}`)
    await api.earn(other)
    expect(await slugOf(other)).not.toBe(profile.slug)
  })

  it('stores the given settings and changes no others', async () => {
    const holder = await api.join()
    await set(holder, { emailNotifications: false })
    expect(await own(holder)).toMatchObject({ publicProfile: true, emailNotifications: false, shareAnalytics: true })
    const answer = await set(holder, { shareAnalytics: false })
    expect(answer.data).toMatchObject({ publicProfile: true, emailNotifications: false, shareAnalytics: false })
    expect(await own(holder)).toEqual(answer.data)
  })

  it('refuses a setting that is neither on nor off', async () => {
    const holder = await api.join()
    // @ts-expect-error a text
    expect((await set(holder, { publicProfile: 'no' })).body.code).toBe('invalid-field-type')
  })
})

describe('a public profile', () => {
  it('has the name on the TrustTags, the profession, and the public TrustTags', async () => {
    const holder = await api.join({ profession: 'Electrician for ships' })
    const hidden = [await api.earn(holder, 'Cook'), await api.earn(holder, 'Mason', { visibility: 'PRIVATE' })]
    api.clock.advance(1_000)
    const tag = await api.earn(holder, 'Electrician', { visibility: 'PUBLIC' })
    const answer = await see(await slugOf(holder))
    const { attemptId: _, visibility: __, filesUrl: ___, ...shown } = tag
    expect(answer.data).toEqual({
      name: 'Ada Lovelace',
      nameState: 'not checked',
      headline: 'Electrician for ships',
      picture: null,
      memberSince: expect.stringMatching(/^2026-11-21T/u),
      tags: [shown],
      views: 0,
    })
    const text = JSON.stringify(answer.body)
    for (const { trustTagId } of hidden) expect(text).not.toContain(trustTagId)
    for (const secret of [holder.email, holder.id, '5550100']) expect(text).not.toContain(secret)
  })

  it('has no profession that the app does not declare public', async () => {
    const holder = await api.join({ profession: 'Electrician for ships' })
    const { trustTagId } = await api.earn(holder, 'Electrician', { visibility: 'PUBLIC' })
    const [slug, mode] = [await slugOf(holder), (await api.store.tags.find(trustTagId))?.mode ?? 'live']
    const app = await requireApp()
    const headline = async (shown: AppDefinition) =>
      (await findPublicProfile(api.services, { app: shown, mode }, slug))?.publicProfile.headline
    const customFields = app.customFields.map((field) => ({ ...field, visibility: 'PRIVATE' as const }))
    expect(await headline(app)).toBe('Electrician for ships')
    expect(await headline({ ...app, customFields })).toBeNull()
  })

  it('exists only with a public TrustTag that is not revoked, while it is on', async () => {
    const holder = await api.join()
    const { trustTagId: tagId } = await api.earn(holder)
    const slug = await slugOf(holder)
    const show = async () => (await see(slug)).body.code ?? 'there'
    expect(await show()).toBe('profile-not-found')
    await api.call('updateTag', { tagId, visibility: 'PUBLIC' }, holder.how)
    expect(await show()).toBe('there')
    await set(holder, { publicProfile: false })
    expect(await show()).toBe('profile-not-found')
    await set(holder, { publicProfile: true })
    expect(await show()).toBe('there')
    await api.revoke(tagId)
    expect(await show()).toBe('profile-not-found')
  })

  it('looks like an unknown one if it is off', async () => {
    const holder = await api.join()
    await api.earn(holder, 'Cook', { visibility: 'PUBLIC' })
    await set(holder, { publicProfile: false })
    expect((await see(await slugOf(holder))).body).toEqual((await see('abcdefghjkmn')).body)
  })

  it('belongs to its own app and mode', async () => {
    const holder = await api.join()
    await api.earn(holder, 'Cook', { visibility: 'PUBLIC' })
    const slug = await slugOf(holder)
    expect((await api.call('getPublicProfile', { slug }, { key: 'pk_trusttag' })).body.code).toBe('profile-not-found')
    expect((await api.call('getPublicProfile', { slug }, { app: 'app_demo' })).body.code).toBe('not-found')
  })
})

describe('views', () => {
  async function shown(): Promise<{ holder: Holder; slug: string; views: () => Promise<number> }> {
    const holder = await api.join()
    await api.earn(holder, 'Cook', { visibility: 'PUBLIC' })
    return { holder, slug: await slugOf(holder), views: async () => (await own(holder)).views }
  }

  it('are counted, and shown to all', async () => {
    const { slug, views } = await shown()
    await see(slug, { address: '192.0.2.7' })
    await see(slug, { address: '192.0.2.8' })
    expect(await views()).toBe(2)
    expect((await see(slug)).data.views).toBe(2)
  })

  it('exclude the holder', async () => {
    const { holder, slug, views } = await shown()
    await see(slug, holder.how)
    expect(await views()).toBe(0)
  })

  it('exclude visitors who refuse tracking', async () => {
    const { slug, views } = await shown()
    await see(slug, { headers: { 'sec-gpc': '1' } })
    expect(await views()).toBe(0)
  })

  it('are neither counted nor shown if the holder does not share them', async () => {
    const { holder, slug, views } = await shown()
    await set(holder, { shareAnalytics: false })
    expect((await see(slug)).data).not.toHaveProperty('views')
    expect(await views()).toBe(0)
  })

  it('count a visitor once in half an hour', async () => {
    const limited = await startWithHolders({ rateLimitFactor: 1 })
    const holder = await limited.join()
    await limited.earn(holder, 'Cook', { visibility: 'PUBLIC' })
    const { slug } = (await limited.call('getTagProfile', {}, holder.how)).data
    const look = () => limited.call('getPublicProfile', { slug: slug ?? '' }, { app: TRUSTTAG })
    for (let looks = 0; looks < 5; looks += 1) await look()
    const views = async () => (await limited.call('getTagProfile', {}, holder.how)).data.views
    expect(await views()).toBe(1)
    limited.clock.advance((rateLimits.countedViewsPerVisitor.windowSeconds + 1) * 1_000)
    await look()
    expect(await views()).toBe(2)
    await limited.close()
  })
})

describe('notifications by mail', () => {
  it('are not sent if they are off, except for a revoked TrustTag', async () => {
    const holder = await api.join()
    await set(holder, { emailNotifications: false })
    const { trustTagId } = await api.earn(holder, 'Cook')
    const mentions = async () => {
      await api.outbox.drain()
      return (await api.store.mailbox.list(holder.email)).filter(({ text }) => text.includes(trustTagId)).length
    }
    expect(await mentions()).toBe(0)
    const revocation = { tagId: trustTagId, reason: 'A mistake.', actor: 'owner' }
    await api.store.transaction((repositories) => revokeTag(repositories, api.services, revocation))
    expect(await mentions()).toBe(1)
  })
})
