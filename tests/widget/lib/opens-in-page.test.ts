import { expect, test } from 'vitest'
import { opensInPage } from '../../../widget/lib/browser'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'
const chrome = ') AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

function aWindow(userAgent: string, more: object = {}): Window {
  const page = { navigator: { userAgent }, crossOriginIsolated: false, ...more }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is read of a window is all here
  return { top: page, ...page } as unknown as Window
}
const inPage = (userAgent: string, more: object = {}): boolean => {
  const page = aWindow(userAgent, more)
  return opensInPage(Object.assign(page, { top: 'top' in more ? more.top : page }))
}

test.each([
  `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`,
  `${iPhone} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`,
  android + chrome,
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
])('a browser opens a window: %s', (userAgent) => expect(inPage(userAgent)).toBe(false))

test.each([
  `${iPhone} Mobile/15E148`,
  `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.38]`,
  `${iPhone} Mobile/15E148 Instagram 380.0.0.30`,
  `${android}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36`,
  `${android + chrome} Instagram 380.0.0.30 Android`,
  `${android + chrome} [LinkedInApp]`,
  `${iPhone} Mobile/15E148 MicroMessenger/8.0.60`,
])('what shows pages inside another app has none: %s', (userAgent) => expect(inPage(userAgent)).toBe(true))

test('a web app on the home screen of an iPhone has none', () => {
  const userAgent = `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`
  expect(inPage(userAgent, { navigator: { userAgent, standalone: true } })).toBe(true)
})

test('a page that is isolated from its windows could not hear them', () => {
  expect(inPage(android + chrome, { crossOriginIsolated: true })).toBe(true)
})

test('a page in a frame never leaves it for a provider', () => {
  expect(inPage(`${iPhone} Mobile/15E148`, { top: {} })).toBe(false)
})
