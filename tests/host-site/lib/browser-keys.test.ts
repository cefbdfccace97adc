// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { createBrowserKeys } from '../../../host-site/lib/browser-keys'

const stored = () => Object.fromEntries(Object.entries(window.localStorage))

afterEach(() => window.localStorage.clear())

describe('the browser keys', () => {
  it('are written as the text and the JSON that other scripts expect, and cleared all together', () => {
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

  it('do without a storage that is blocked', () => {
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
