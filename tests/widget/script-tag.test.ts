// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { gateDigests } from '../../contract/gated-paths'
import { readScriptTag } from '../../widget/script-tag'

beforeEach(() => {
  window.location.href = 'https://shop.example/page'
  document.head.innerHTML = ''
})

/** Reads a tag like the script that it starts. */
function readRunning(attributes: string) {
  document.head.innerHTML = `<script type="inert" ${attributes}></script>`
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(document.querySelector('script'))
  return readScriptTag(document)
}

const src = 'src="https://api.example:8443/v1/membership.js"'

test('the API is the origin that the script came from', () => {
  expect(readRunning(`${src} data-memberstack-app="app_demo"`)).toEqual({
    appId: 'app_demo',
    isMemberstack1: false,
    apiUrl: 'https://api.example:8443',
    publicKey: null,
    analytics: true,
    curtain: true,
    gatedPages: null,
    pageGate: true,
    inspector: true,
  })
})

test('the script of an app brings its gated URLs; those of another app, and others, are ignored', () => {
  const groups = [{ urls: [{ url: '/members', filter: 'STARTS' }], redirect: '/denied' }]
  const brought = (value: unknown) => {
    document.head.innerHTML = `<script type="inert" ${src} data-memberstack-app="app_demo"></script>`
    const script = Object.assign(document.querySelector('script')!, { memberstackGatedPages: value })
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
    return Object(readScriptTag(document)).gatedPages
  }
  expect(brought({ app: 'app_demo', groups })).toEqual(groups)
  expect(brought({ app: 'app_other', groups })).toBeNull()
  expect(brought({ app: 'app_demo', groups: [{ urls: 'all' }] })).toBeNull()
})

test('the script of all apps brings digests: an app without gated URLs is known to have none', () => {
  const group = { urls: [{ url: '/members', filter: 'STARTS' as const }], redirect: '/denied' }
  const brought = (digests: unknown) => {
    document.head.innerHTML = `<script type="inert" ${src} data-memberstack-app="app_demo"></script>`
    const script = Object.assign(document.querySelector('script')!, { memberstackGatedPages: { digests } })
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
    return Object(readScriptTag(document)).gatedPages
  }
  const mayGate = brought(gateDigests('app_demo', [group]).join(' '))
  expect([mayGate('/members/a'), mayGate('/open')]).toEqual([true, false])
  expect(brought(gateDigests('app_other', [group]).join(' '))).toEqual([])
  expect(brought('')).toEqual([])
  expect(brought(['x'])).toBeNull()
})

test('key, API, analytics, curtain, page gate and inspector can be named', () => {
  const named =
    'data-memberstack-key="pk_demo" data-ms-api="https://api.elsewhere.example/base/" data-ms-analytics="Off" data-ms-curtain=" off " data-ms-page-gate="off" data-ms-inspector="off"'
  expect(readRunning(`${src} data-memberstack-app=" app_demo " ${named}`)).toEqual({
    appId: 'app_demo',
    isMemberstack1: false,
    apiUrl: 'https://api.elsewhere.example/base',
    publicKey: 'pk_demo',
    analytics: false,
    curtain: false,
    gatedPages: null,
    pageGate: false,
    inspector: false,
  })
})

test('a relative address means the page’s own origin', () => {
  expect(readRunning('src="/membership.js" data-memberstack-app="app_demo"')).toMatchObject({
    apiUrl: 'https://shop.example',
  })
})

test('a script that a loader put in is found by its attribute', () => {
  document.head.innerHTML = `<script type="inert" ${src} data-memberstack-app="app_late"></script>`
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(null)
  expect(readScriptTag(document)).toMatchObject({ appId: 'app_late', apiUrl: 'https://api.example:8443' })
})

test.each([
  [src, /data-memberstack-app/],
  [`${src} data-memberstack-app=" "`, /data-memberstack-app/],
  [`${src} data-memberstack-app="app demo"`, /not an app ID/],
  [`${src} data-memberstack-app="pk_84fb"`, /^"pk_84fb" is a public key, but data-memberstack-app takes the app ID/],
  [`${src} data-memberstack-app="pk_sb_84fb"`, /is a public key/],
  ['data-memberstack-app="app_demo"', /data-ms-api/],
  [`${src} data-memberstack-app="app_demo" data-ms-api="api.example"`, /data-ms-api/],
  [`${src} data-memberstack-app="app_demo" data-ms-api="javascript:alert(1)"`, /data-ms-api/],
])('the tag with %s gets an error message', (attributes, sentence) => {
  expect(readRunning(attributes)).toMatch(sentence)
})

test('what a visitor put on the page, and named so, is not asked where the API is', () => {
  document.head.innerHTML = `<script type="inert" ${src} data-memberstack-app="app_demo"></script>`
  const picture = document.createElement('img')
  picture.setAttribute('data-memberstack-app', 'app_evil')
  picture.setAttribute('data-ms-api', 'https://evil.example')
  // As `<img name="currentScript">` does in a browser.
  Object.defineProperty(document, 'currentScript', { get: () => picture, configurable: true })
  expect(readScriptTag(document)).toMatchObject({ appId: 'app_demo', apiUrl: 'https://api.example:8443' })
})

test.each([
  ['335d53e2477f259d83f9b05e', 'app_335d53e2477f259d83f9b05e'],
  ['app_demo', 'app_demo'],
])('the tag of Memberstack 1.0 names the app: %s', (id, appId) => {
  expect(readRunning(`${src} data-memberstack-id="${id}"`)).toMatchObject({ appId, isMemberstack1: true })
})

test('data-memberstack-app comes before data-memberstack-id', () => {
  const both = 'data-memberstack-id="335d53e2477f259d83f9b05e" data-memberstack-app="app_demo"'
  expect(readRunning(`${src} ${both}`)).toMatchObject({ appId: 'app_demo', isMemberstack1: false })
})
