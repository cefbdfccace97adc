import { expect, test } from 'vitest'
import { createHostedCaptcha } from '../../../../api/features/captcha/hosted'
import type { CaptchaScope } from '../../../../api/features/captcha/check'
import { freePort } from '../../../support/free-port'
import { startSiteverify } from './siteverify-server'

const scope: CaptchaScope = { appId: 'app_demo', mode: 'test', origin: 'https://shop.example:8443' }
const settings = { siteKey: 'site-key', secret: 'the-secret', timeoutMs: 2_000 }
const providers = ['hcaptcha', 'turnstile'] as const

async function openCaptcha(...[respond]: Parameters<typeof startSiteverify>) {
  const server = await startSiteverify(respond)
  return { ...createHostedCaptcha({ provider: 'hcaptcha', ...settings, endpoint: server.endpoint }), ...server }
}

test.for(providers)('%s: a token that it calls good on this host passes, a second use does not', async (provider) => {
  const used = new Set<string>()
  const { endpoint, asked } = await startSiteverify(({ response = '' }) => {
    const again = used.has(response)
    used.add(response)
    const duplicate = provider === 'hcaptcha' ? 'already-seen-response' : 'timeout-or-duplicate'
    return {
      body: again ? { success: false, 'error-codes': [duplicate] } : { success: true, hostname: 'shop.example' },
    }
  })
  const captcha = createHostedCaptcha({ provider, ...settings, endpoint })
  expect(captcha.publicPart).toEqual({ provider, siteKey: 'site-key' })
  expect(await captcha.verify('the token', scope)).toBe(true)
  expect(await captcha.verify('the token', scope)).toBe(false)
  expect(asked[0]).toMatchObject({ secret: 'the-secret', response: 'the token' })
})

test.for([
  'missing-input-response',
  'invalid-input-response',
  'expired-input-response',
  'invalid-or-already-seen-response',
])('the answer %s means a bad token', async (code) => {
  const captcha = await openCaptcha(() => ({ body: { success: false, 'error-codes': [code] } }))
  expect(await captcha.verify('token', scope)).toBe(false)
})

test.for([
  ['another host', { hostname: 'evil.example' }, scope.origin],
  ['a host below ours', { hostname: 'a.shop.example' }, scope.origin],
  ['no host', {}, scope.origin],
  ['no host in particular', { hostname: null }, scope.origin],
  ['a caller without origin', { hostname: 'shop.example' }, null],
  ['an opaque origin', { hostname: 'shop.example' }, 'null'],
] as const)('a good token from %s is refused', async ([, answer, origin]) => {
  const captcha = await openCaptcha(() => ({ body: { success: true, ...answer } }))
  expect(await captcha.verify('token', { ...scope, origin })).toBe(false)
})

test.for([
  ['a wrong secret', { status: 200, body: { success: false, 'error-codes': ['invalid-input-secret'] } }],
  [
    'a bad token and a wrong secret',
    { status: 200, body: { success: false, 'error-codes': ['invalid-input-response', 'sitekey-secret-mismatch'] } },
  ],
  ['an error of its own', { status: 500, body: { success: false, 'error-codes': ['internal-error'] } }],
  ['no reason', { status: 200, body: { success: false } }],
  ['a page of text', { status: 502, body: '<h1>Bad gateway</h1>' }],
  ['something else', { status: 200, body: { ok: true } }],
  ['a redirect', { status: 307, body: '', headers: { location: 'https://elsewhere.example/' } }],
] as const)('a provider that answers with %s accepts no one: service-unavailable', async ([, answer]) => {
  const captcha = await openCaptcha(() => answer)
  await expect(captcha.verify('token', scope)).rejects.toMatchObject({ code: 'service-unavailable' })
})

test('a provider that does not answer in time accepts no one', async () => {
  const { endpoint } = await startSiteverify(() => null)
  const captcha = createHostedCaptcha({ provider: 'turnstile', ...settings, timeoutMs: 50, endpoint })
  await expect(captcha.verify('token', scope)).rejects.toMatchObject({ code: 'service-unavailable' })
})

test('an unreachable provider accepts no one, and the error contains neither token nor secret', async () => {
  const endpoint = `http://127.0.0.1:${await freePort()}/siteverify`
  const captcha = createHostedCaptcha({ provider: 'hcaptcha', ...settings, endpoint })
  const error: unknown = await captcha.verify('the-token', scope).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'service-unavailable' })
  const told = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error instanceof Error && error.cause)
  expect(told).not.toMatch(/the-token|the-secret/u)
})

test('it makes no puzzles', async () => {
  const captcha = createHostedCaptcha({ provider: 'hcaptcha', ...settings })
  await expect(captcha.challenge(scope)).rejects.toMatchObject({ code: 'not-found' })
})
