import { expect, test } from 'vitest'
import { readConfig } from '../../api/config'
import { startTestApi } from '../support/start-api'

const hcaptcha = { HCAPTCHA_SITE_KEY: 'h-key', HCAPTCHA_SECRET: 'h-secret' }
const turnstile = { TURNSTILE_SITE_KEY: 't-key', TURNSTILE_SECRET: 't-secret' }

test('without a setting the captcha is self-hosted', () => {
  expect(readConfig({}).captcha).toBeNull()
  expect(readConfig({ HCAPTCHA_SITE_KEY: ' ', TURNSTILE_SECRET: '' }).captcha).toBeNull()
})

test.for([
  ['hcaptcha', hcaptcha, { siteKey: 'h-key', secret: 'h-secret' }],
  ['turnstile', turnstile, { siteKey: 't-key', secret: 't-secret' }],
] as const)('%s is selected by its two variables', ([provider, env, keys]) => {
  expect(readConfig(env).captcha).toEqual({ provider, ...keys })
})

test.for<[Record<string, string>, string]>([
  [{ HCAPTCHA_SITE_KEY: 'h-key' }, 'HCAPTCHA_SITE_KEY is set without HCAPTCHA_SECRET.'],
  [{ HCAPTCHA_SECRET: 'h-secret' }, 'HCAPTCHA_SECRET is set without HCAPTCHA_SITE_KEY.'],
  [{ TURNSTILE_SITE_KEY: 't-key' }, 'TURNSTILE_SITE_KEY is set without TURNSTILE_SECRET.'],
  [{ ...hcaptcha, TURNSTILE_SECRET: 't-secret' }, 'TURNSTILE_SECRET is set without TURNSTILE_SITE_KEY.'],
  [{ ...hcaptcha, ...turnstile }, 'HCAPTCHA_SITE_KEY and TURNSTILE_SITE_KEY are both set.'],
])('%o is refused by a line that names the variables and no secret', ([env, message]) => {
  expect(() => readConfig(env)).toThrow(expect.objectContaining({ name: 'ConfigError' }))
  expect(() => readConfig(env)).toThrow(message)
  expect(() => readConfig(env)).not.toThrow(/-secret/u)
})

test('with a hosted captcha browsers get its public key, and no puzzles', async () => {
  const api = await startTestApi({ env: turnstile })
  try {
    const app = await api.call('getApp', {})
    expect(app.data.captcha).toEqual({ provider: 'turnstile', siteKey: 't-key' })
    expect(JSON.stringify(app.body)).not.toContain('t-secret')
    expect((await api.call('getCaptchaChallenge', {})).body.code).toBe('not-found')
  } finally {
    await api.close()
  }
})

test('over HTTP a puzzle matches the contract exactly, and is not cached', async () => {
  const api = await startTestApi()
  try {
    const answer = await api.call('getCaptchaChallenge', {}, { origin: 'https://shop.example' })
    expect(answer.data.parameters.data).toMatchObject({ app: 'app_demo', mode: 'test' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://shop.example')
  } finally {
    await api.close()
  }
})
