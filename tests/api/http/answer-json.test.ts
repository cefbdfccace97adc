import { expect, test } from 'vitest'
import { startTestApi } from '../../support/start-api'

const ORIGIN = 'https://pages.example'

/** Ignores headers of the transport. */
const without = (headers: Headers, ...names: string[]) =>
  Object.fromEntries([...headers].filter(([name]) => !names.includes(name)))

test('a success has all headers of an error on the same route, with the same values', async () => {
  const api = await startTestApi()
  for (const origin of [undefined, ORIGIN]) {
    const how = origin === undefined ? {} : { origin }
    const good = await api.call('getApp', {}, how)
    const bad = await api.call('login', { email: 'nobody@example.com', password: 'wrong password' }, how)
    expect([good.status, bad.status]).toEqual([200, 401])
    expect(without(good.headers, 'x-request-id')).toEqual(without(bad.headers, 'x-request-id'))
    expect(good.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/u)
    expect(good.headers.get('access-control-allow-origin')).toBe(origin ?? null)
  }
  await api.close()
})

test('an answer that was serialized before has the same headers', async () => {
  const api = await startTestApi()
  const written = await api.call('getApp', {})
  const shared = await api.call('getPosts', { channelKey: 'empty' })
  expect(without(shared.headers, 'x-request-id')).toEqual(without(written.headers, 'x-request-id'))
  expect(shared.data).toEqual({ posts: [], totalCount: 0, hasMore: false, endCursor: null })
  await api.close()
})

test('over https both send HSTS', async () => {
  const api = await startTestApi({ env: { PUBLIC_API_URL: 'https://api.example', SMTP_URL: 'smtp://mail.example' } })
  const good = await api.call('getApp', {})
  const bad = await api.call('login', { email: 'nobody@example.com', password: 'wrong password' })
  expect(good.headers.get('strict-transport-security')).toBe(bad.headers.get('strict-transport-security'))
  expect(good.headers.get('strict-transport-security')).toContain('max-age=')
  await api.close()
})
