import { describe, expect, it } from 'vitest'
import { appPath, loginPathFrom, returnPathOf } from '../../../console/lib/paths'

describe('paths of the console', () => {
  it('name an app and its screen', () => {
    expect(appPath('app_a')).toBe('/console/apps/app_a')
    expect(appPath('a/b', 'settings/design')).toBe('/console/apps/a%2Fb/settings/design')
  })

  it('lead back after a login', () => {
    const login = loginPathFrom('/console/apps/app_a/members?search=ana')
    expect(returnPathOf(new URL(login, 'https://a.example').search)).toBe('/console/apps/app_a/members?search=ana')
    expect(loginPathFrom('/console')).toBe('/console/login')
  })

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/console\\evil.example',
    '/consolexyz',
    '/console/login?to=/console/login',
    'javascript:alert(1)',
    '/console/\\..\\..//evil.example',
  ])('never lead to %s', (to) => {
    expect(returnPathOf(`?to=${encodeURIComponent(to)}`)).toBe('/console')
  })
})
