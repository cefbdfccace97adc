import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { beforeLeaving, type PendingFlow } from '../../../widget/stores/pending-flow'
import { setInspector, type InspectorMessage } from '../../../widget/stores/inspection'
import { eventually } from '../../support/eventually'
import { fakePopups } from '../../support/provider-popups'
import { startTestApi, type TestApi } from '../../support/start-api'
import { ada, openClient } from './open-client'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await openClient(api).client.signupMemberEmailPassword(ada)
})
afterAll(() => api.close())
afterEach(() => setInspector(null))

function openPage(saveFlow: (trip: PendingFlow) => boolean = () => true) {
  const kept: PendingFlow[] = []
  const page = openClient(api, { saveFlow: (trip) => saveFlow(trip) && kept.push(trip) > 0 })
  const opened = fakePopups(page.window)
  const left: URL[] = []
  vi.spyOn(page.window.location, 'assign').mockImplementation((url) => void left.push(new URL(url)))
  return { ...page, kept, opened, left }
}
const leaves = ({ left }: { left: URL[] }) => eventually(() => expect(left).toHaveLength(1))
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('the page is left with the address to come back to, and the digest of what it keeps', async () => {
  const page = openPage()
  page.window.location.hash = '#part'
  page.client.loginWithProvider({ provider: 'google', mode: 'redirect' }).catch(() => {})
  await leaves(page)
  expect(page.kept).toEqual([
    { verifier: expect.stringMatching(/^[0-9a-f]{32}$/), fragment: '#part', method: 'google' },
  ])
  const { pathname, searchParams } = page.left[0]!
  expect(pathname).toBe('/auth-provider/login')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    provider: 'google',
    publicKey: 'pk_sb_demo',
    opener_origin: 'https://shop.example',
    return_url: 'https://shop.example/members/page.html?utm_source=news',
    challenge: sha256(page.kept[0]!.verifier),
  })
  expect([searchParams.has('state'), page.opened]).toEqual([false, []])
})

test('where an element of the page asks, what it wants done afterwards is kept as the page is left', async () => {
  const page = openPage()
  const prepare = vi.fn(() => '/welcome')
  const forget = beforeLeaving(prepare)
  expect(prepare).not.toHaveBeenCalled()
  page.client.signupWithProvider({ provider: 'google', mode: 'redirect' }).catch(() => {})
  await leaves(page)
  expect(page.kept[0]?.redirect).toBe('/welcome')
  forget()
  page.client.signupWithProvider({ provider: 'google', mode: 'redirect' }).catch(() => {})
  await eventually(() => expect(page.kept).toHaveLength(2))
  expect(page.kept[1]).not.toHaveProperty('redirect')
})

test('a connection takes its ticket along; without a session the page stays', async () => {
  const page = openPage()
  const refused = page.client.connectProvider({ provider: 'google', mode: 'redirect' })
  await expect(refused).rejects.toMatchObject({ code: 'login-required' })
  expect(page.left).toEqual([])
  await page.client.loginMemberEmailPassword(ada)
  page.client.connectProvider({ provider: 'google', mode: 'redirect' }).catch(() => {})
  await leaves(page)
  expect(page.left[0]?.searchParams.get('ticket')).toMatch(/./)
})

test('an in-app browser leaves the page by itself, unless a window is asked for', async () => {
  const page = openPage()
  vi.spyOn(page.window.navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) FBAN/FBIOS')
  page.client.loginWithProvider({ provider: 'google' }).catch(() => {})
  await leaves(page)
  page.client.loginWithProvider({ provider: 'google', mode: 'popup' }).catch(() => {})
  expect(page.opened).toHaveLength(1)
})

test('a browser without tab storage gets a window: an answer could not be matched', () => {
  const page = openPage(() => false)
  page.client.loginWithProvider({ provider: 'google', mode: 'redirect' }).catch(() => {})
  expect([page.opened.length, page.left]).toEqual([1, []])
})

test('a page that is no secure one gets a window: it could prove nothing', () => {
  const page = openPage()
  vi.spyOn(page.window.crypto, 'subtle', 'get').mockReturnValue(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- browsers have none there
    undefined as unknown as SubtleCrypto,
  )
  page.client.loginWithProvider({ provider: 'google', mode: 'redirect' }).catch(() => {})
  expect([page.opened.length, page.left, page.kept]).toEqual([1, [], []])
})

test('after Back the page is no longer waiting', async () => {
  const page = openPage()
  const answer = page.client.loginWithProvider({ provider: 'google', mode: 'redirect' })
  await leaves(page)
  const shown = Object.assign(new page.window.Event('pageshow'), { persisted: true })
  // It listens from the next task.
  await eventually(() => expect(page.left).toHaveLength(1))
  page.window.dispatchEvent(shown)
  await expect(answer).rejects.toMatchObject({ code: 'popup-closed' })
})

test('the inspector gets the redirect', async () => {
  const told: InspectorMessage[] = []
  setInspector((event) => told.push(event))
  const page = openPage()
  page.client.loginWithProvider({ provider: 'google', mode: 'redirect' }).catch(() => {})
  await leaves(page)
  expect(told).toMatchObject([{ kind: 'redirect', to: page.left[0]?.href }])
})
