// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { createBrowserKeys } from '../../../host-site/lib/browser-keys'

const stored = () => Object.fromEntries(Object.entries(window.localStorage))

afterEach(() => window.localStorage.clear())

describe('the browser keys', () => {
  it('are stored as the text and JSON that other scripts expect, and cleared together', () => {
    window.localStorage.setItem('theirs', 'stays')
    const keys = createBrowserKeys(() => window.localStorage)
    expect(keys.isLoggedIn()).toBe(false)
    keys.setLoggedIn()
    keys.setMemberData({ id: 'mem_1' })
    keys.setUserData({ email: 'ann@example.com' })
    expect(keys.isLoggedIn()).toBe(true)
    expect(stored()).toEqual({
      theirs: 'stays',
      isLoggedIn: 'true',
      memberData: '{"id":"mem_1"}',
      userData: '{"email":"ann@example.com"}',
      userEmail: 'ann@example.com',
    })
    keys.clear()
    expect(stored()).toEqual({ theirs: 'stays' })
  })

  it('work without storage', () => {
    const keys = createBrowserKeys(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    keys.setLoggedIn()
    keys.setMemberData({})
    keys.setUserData({ email: 'ann@example.com' })
    keys.unsetLoggedIn()
    keys.clear()
    expect(keys.isLoggedIn()).toBe(false)
    expect(keys.userEmail()).toBeNull()
  })
})
