// @vitest-environment happy-dom
import Cookies from 'js-cookie'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { expectConsole } from '../../setup/console-watch'
import { createSafeStorage } from '../../../widget/storage/safe-storage'
import { createTokenStorage, lifetimeDays, TOKEN_KEY } from '../../../widget/storage/token'

const HOUR_MS = 3_600_000
const session = (accessToken: string) => ({ accessToken, expires: Date.now() + 36 * HOUR_MS })

beforeEach(() => {
  localStorage.clear()
  window.location.href = 'https://www.shop.example/page'
  for (const domain of ['shop.example', 'www.shop.example', undefined])
    Cookies.remove(TOKEN_KEY, domain === undefined ? {} : { domain })
})

const open = (
  config: { useCookies?: boolean; setCookieOnRootDomain?: boolean } = {},
  apiUrl = 'https://api.shop.example',
) => createTokenStorage({ local: createSafeStorage(() => localStorage), location: window.location, apiUrl, config })

test('the token lives in local storage unless the page asks for a cookie', () => {
  open().write(session('token'))
  expect([localStorage.getItem(TOKEN_KEY), Cookies.get(TOKEN_KEY)]).toEqual(['token', undefined])
  expect(open().read()).toBe('token')
  open().write(null)
  expect(open().read()).toBeNull()
})

test('a cookie is not asked for where the page does not want one', () => {
  const get = vi.spyOn(Cookies, 'get')
  expect(open().read()).toBeNull()
  expect(get).not.toHaveBeenCalled()
})

test('on localhost the console says why there is no cookie on the root domain', () => {
  expectConsole('warn', /"localhost" has no root domain.*local storage/)
  window.location.href = 'http://localhost/page'
  open({ useCookies: true, setCookieOnRootDomain: true }).write(session('token'))
  expect([localStorage.getItem(TOKEN_KEY), Cookies.get(TOKEN_KEY)]).toEqual(['token', undefined])
})

describe('with useCookies', () => {
  test('it lives in a cookie, and no longer in local storage', () => {
    localStorage.setItem(TOKEN_KEY, 'older')
    open({ useCookies: true }).write(session('token'))
    expect([localStorage.getItem(TOKEN_KEY), Cookies.get(TOKEN_KEY)]).toEqual([null, 'token'])
    expect(open({ useCookies: true }).read()).toBe('token')
  })

  test('the cookie is strict, secure, valid for the whole site and for the remaining days', () => {
    const set = vi.spyOn(Cookies, 'set')
    open({ useCookies: true }).write(session('token'))
    expect(set.mock.calls[0]![2]).toEqual({ path: '/', expires: 2, sameSite: 'strict', secure: true })
  })

  test('it is not marked secure where the page is not', () => {
    window.location.href = 'http://localhost/page'
    const set = vi.spyOn(Cookies, 'set')
    open({ useCookies: true }).write(session('token'))
    expect(set.mock.calls[0]![2]).toMatchObject({ secure: false })
  })

  test('logging out removes both', () => {
    const token = open({ useCookies: true })
    token.write(session('token'))
    token.write(null)
    expect([token.read(), Cookies.get(TOKEN_KEY), localStorage.getItem(TOKEN_KEY)]).toEqual([null, undefined, null])
  })

  test('a browser that refuses the cookie gets the token in local storage', () => {
    vi.spyOn(Cookies, 'set').mockImplementation(() => undefined)
    const token = open({ useCookies: true })
    token.write(session('token'))
    expect([localStorage.getItem(TOKEN_KEY), token.read()]).toEqual(['token', 'token'])
  })
})

test('a sandboxed frame, where reading cookies is an error, still keeps the token', () => {
  const refuse = () => {
    throw new DOMException('The document is sandboxed', 'SecurityError')
  }
  Object.defineProperty(document, 'cookie', { get: refuse, set: refuse, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(document, 'cookie'))
  const token = open({ useCookies: true })
  expect(token.read()).toBeNull()
  token.write(session('token'))
  expect(token.read()).toBe('token')
  token.write(null)
  expect(token.read()).toBeNull()
})

describe('with setCookieOnRootDomain', () => {
  const config = { useCookies: true, setCookieOnRootDomain: true }

  test('the cookie is set for the root domain if the API shares it', () => {
    const set = vi.spyOn(Cookies, 'set')
    open(config).write(session('token'))
    expect(set.mock.calls[0]![2]).toMatchObject({ domain: 'shop.example' })
  })

  test.each(['https://api.elsewhere.example', 'http://127.0.0.1:4001'])(
    'an API at %s shares no root, so that local storage is used',
    (apiUrl) => {
      expectConsole('warn', /the API at .* is not on the root domain "shop\.example"/)
      open(config, apiUrl).write(session('token'))
      expect([localStorage.getItem(TOKEN_KEY), Cookies.get(TOKEN_KEY)]).toEqual(['token', undefined])
    },
  )
})

test('local storage is read before the cookie', () => {
  Cookies.set(TOKEN_KEY, 'from cookie')
  expect(open({ useCookies: true }).read()).toBe('from cookie')
  localStorage.setItem(TOKEN_KEY, 'from local storage')
  expect(open({ useCookies: true }).read()).toBe('from local storage')
})

test.each([
  [1, 1],
  [24, 1],
  [25, 2],
  [14 * 24, 14],
])('a token with %i hours left has a cookie of %i days', (hours, days) => {
  expect(lifetimeDays({ accessToken: 'token', expires: Date.now() + hours * HOUR_MS - 1 })).toBe(days)
})

test('a token whose end is not known has a cookie of 14 days', () => {
  expect(lifetimeDays({ accessToken: 'token', expires: null })).toBe(14)
})
