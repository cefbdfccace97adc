import { expect, test } from 'vitest'
import { openSocial } from './open-social'

const icon = (key: string) => `http://localhost:4001/auth-provider/icons/${key}.svg`

test('an app lists its configured providers, each with our icon', async () => {
  const authProviders = [
    { provider: 'acme', name: 'Acme', order: 9 },
    { provider: 'google', name: 'Google', order: 1 },
    { provider: 'facebook', name: 'Facebook', order: 2 },
  ]
  const social = await openSocial({ authProviders })
  social.providers.set('acme', { ...social.providers.get('google')!, key: 'acme' })
  const expected = [
    { provider: 'acme', name: 'Acme', order: 9, icon: icon('acme') },
    { provider: 'google', name: 'Google', order: 1, icon: icon('google') },
  ]
  expect((await social.call('getApp', {})).data.authProviders).toEqual(expected)
  const start = await social.call('getAppAndMember', { data: { sessionData: {} } })
  expect(start.data.app.authProviders).toEqual(expected)
  for (const { icon: address } of expected) {
    const response = await social.request(new URL(address).pathname)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  }
})
