import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aMemberAuth } from '../../support/fake-client'
import { fakePopups } from '../../support/provider-popups'
import { startTestApi, type TestApi } from '../../support/start-api'
import { ada, openClient } from './open-client'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await openClient(api).client.signupMemberEmailPassword(ada)
})
afterAll(() => api.close())

function openPage() {
  const page = openClient(api)
  return { ...page, opened: fakePopups(page.window) }
}

test('the same wish once more shows the window that is open; the first promise ends', async () => {
  const { client, opened } = openPage()
  const first = client.loginWithProvider({ provider: 'google' })
  const second = client.loginWithProvider({ provider: 'google' })
  await expect(first).rejects.toMatchObject({ code: 'popup-closed' })
  expect([opened.length, opened[0]?.focused, opened[0]?.closed]).toEqual([1, 2, false])
  opened[0]?.post({ data: aMemberAuth() })
  expect((await second).data).toEqual(aMemberAuth())
})

test.each([
  ['of the same kind is led on', 'login', false],
  ['of another kind is closed', 'signup', true],
] as const)('for another wish a window %s', async (_, flow, isClosed) => {
  const { client, opened } = openPage()
  const first = client.loginWithProvider({ provider: 'google' })
  const second =
    flow === 'login'
      ? client.loginWithProvider({ provider: 'github' })
      : client.signupWithProvider({ provider: 'google' })
  await expect(first).rejects.toMatchObject({ code: 'popup-closed' })
  expect([opened.length, opened[0]?.closed]).toEqual([2, isClosed])
  opened[1]?.post({ data: aMemberAuth() })
  expect((await second).data).toEqual(aMemberAuth())
})

test('a window that has ended is not shown again', async () => {
  const { client, opened } = openPage()
  const first = client.loginWithProvider({ provider: 'google' })
  opened[0]?.post({ error: { code: 'provider-cancelled', message: 'No.' } })
  await expect(first).rejects.toMatchObject({ code: 'provider-cancelled' })
  client.loginWithProvider({ provider: 'google' }).catch(() => {})
  expect(opened).toHaveLength(2)
})

test('an aborted wish closes its window; one that is aborted before opens none', async () => {
  const { client, opened } = openPage()
  const wish = new AbortController()
  const answer = client.loginWithProvider({ provider: 'google', signal: wish.signal })
  wish.abort()
  await expect(answer).rejects.toMatchObject({ code: 'popup-closed' })
  expect(opened[0]?.closed).toBe(true)
  const late = client.loginWithProvider({ provider: 'google', signal: wish.signal })
  await expect(late).rejects.toMatchObject({ code: 'popup-closed' })
  expect(opened).toHaveLength(1)
})

test('a blocked window rejects, and nothing was asked of the server', async () => {
  const { client, window, requests } = openPage()
  await client.loginMemberEmailPassword(ada)
  vi.spyOn(window, 'open').mockReturnValue(null)
  await expect(client.loginWithProvider({ provider: 'google' })).rejects.toMatchObject({ code: 'popup-blocked' })
  await expect(client.connectProvider({ provider: 'google' })).rejects.toMatchObject({ code: 'popup-blocked' })
  expect(requests.map(({ path }) => path)).toEqual(['/auth/login'])
})

test('the end of the client ends the waiting and closes the window', async () => {
  const { client, opened } = openPage()
  const answer = client.loginWithProvider({ provider: 'google' })
  client.destroy()
  await expect(answer).rejects.toMatchObject({ code: 'popup-closed' })
  expect(opened[0]?.closed).toBe(true)
})
