// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import type { PublicProfile } from '../../../contract/schemas/tag-profiles'
import { aVerification } from '../support/a-verification'
import { answering, refused, type Replies } from '../support/answering'
import { alertText, click, control, find, leaveSite, renderSite, texts } from '../support/render-site'

afterEach(leaveSite)

const profile: PublicProfile = {
  name: 'Ann Lee',
  nameState: 'not checked',
  headline: 'Carpenter',
  picture: null,
  memberSince: '2026-03-04T05:06:07.000Z',
  tags: [
    aVerification(),
    aVerification({ trustTagId: 'TT-EL2024017', skill: 'Electrician', score: 80, status: 'expired', isValid: false }),
  ],
}
async function open(answer: NonNullable<Replies['getPublicProfile']>, path = '/t/abcdefgh') {
  const server = answering({ getPublicProfile: answer })
  await renderSite(path, { call: server.call })
  return server
}

it('shows name, TrustTags and links to their checks', async () => {
  const { asked } = await open(() => ({ ...profile, views: 1 }))
  expect(asked).toEqual([['getPublicProfile', { slug: 'abcdefgh' }]])
  expect(find('h1').textContent).toBe('Ann Lee')
  expect(document.title).toBe('Ann Lee · TrustTag')
  expect(find('.identity').textContent).toContain('Carpenter')
  expect(texts('.profile-head .figure')).toEqual(['Average score87%', 'Profile view1'])
  expect(find('.badge.proved').textContent).toBe('1 verified TrustTag')
  expect(texts('.proof')).toEqual(['Verified', 'Expired'])
  expect(control('Check Web Development').getAttribute('href')).toBe('/verify/TT-WD2024001')
})

it('shows that a TrustTag was earned with general questions', async () => {
  await open(() => ({
    ...profile,
    tags: [aVerification(), aVerification({ trustTagId: 'TT-SK2024001', isGeneral: true })],
  }))
  expect(texts('.tag-face').map((text) => text?.includes('General, on safety and quality'))).toEqual([false, true])
})

it('hides views if the holder does not share them', async () => {
  await open(() => profile)
  expect(texts('.profile-head .figure')).toEqual(['Average score87%'])
})

it('that does not exist or is turned off links to the check', async () => {
  await open(() => refused('profile-not-found', 'None.'))
  expect(find('main h2').textContent).toBe('There is no public profile here')
  expect(control('Verify a TrustTag', 'main').getAttribute('href')).toBe('/verify')
})

it('is not requested without a slug in the URL', async () => {
  const { asked } = await open(() => profile, '/t')
  expect(asked).toEqual([])
  expect(find('main h2').textContent).toBe('There is no public profile here')
})

it('that fails to load can be retried', async () => {
  let isUp = false
  await open(() => (isUp ? profile : refused('')))
  expect(alertText()).toBe('This profile could not be loaded.')
  isUp = true
  await click(control('Try again'))
  expect(find('h1').textContent).toBe('Ann Lee')
})
