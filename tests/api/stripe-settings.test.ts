import { describe, expect, it, test } from 'vitest'
import { readConfig } from '../../api/config'
import { complaint } from '../support/config-complaint'

const LIVE = 'sk_live_51abcDEF'
const TEST = 'sk_test_51abcDEF'
const HOOK = 'whsec_Zm9vYmFy'
const OTHER_HOOK = 'whsec_b3RoZXI'
/** A public API. */
const REACHABLE = { HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example' }

const read = (env: Record<string, string>) => readConfig(env).stripe

describe('Stripe keys', () => {
  it('are optional: without them, Stripe is off', () => {
    expect(read({})).toEqual({ accounts: { live: null, test: null }, apiUrl: null })
    expect(read({ STRIPE_SECRET_KEY: ' ', STRIPE_WEBHOOK_SECRET: '' })).toEqual(read({}))
  })

  it.each([
    [LIVE, 'live', 'test'],
    ['rk_live_1', 'live', 'test'],
    [TEST, 'test', 'live'],
    ['rk_test_1', 'test', 'live'],
  ] as const)('serve the mode in their prefix: %s', (secretKey, mode, other) => {
    const { accounts } = read({ STRIPE_SECRET_KEY: secretKey })
    expect(accounts[mode]).toEqual({ secretKey, webhookSecret: null })
    expect(accounts[other]).toBeNull()
  })

  it('can be set for both modes, each with the secret of its own webhook', () => {
    const both = { STRIPE_SECRET_KEY: LIVE, STRIPE_TEST_SECRET_KEY: TEST }
    expect(read({ ...both, STRIPE_WEBHOOK_SECRET: HOOK, STRIPE_TEST_WEBHOOK_SECRET: OTHER_HOOK }).accounts).toEqual({
      live: { secretKey: LIVE, webhookSecret: HOOK },
      test: { secretKey: TEST, webhookSecret: OTHER_HOOK },
    })
    expect(read({ ...both, STRIPE_TEST_WEBHOOK_SECRET: OTHER_HOOK }).accounts.live?.webhookSecret).toBeNull()
  })

  it('are also read from the variable for Test Mode alone', () => {
    expect(read({ STRIPE_TEST_SECRET_KEY: TEST }).accounts).toEqual({
      live: null,
      test: { secretKey: TEST, webhookSecret: null },
    })
  })
})

describe('an invalid setting', () => {
  it('is two keys for one mode', () => {
    const env = { STRIPE_SECRET_KEY: TEST, STRIPE_TEST_SECRET_KEY: 'sk_test_other' }
    expect(complaint(env)).toBe('STRIPE_SECRET_KEY and STRIPE_TEST_SECRET_KEY are both keys of Test Mode.')
  })

  it.each([
    { STRIPE_TEST_SECRET_KEY: LIVE },
    { STRIPE_SECRET_KEY: 'pk_live_51abcDEF' },
    { STRIPE_SECRET_KEY: 'sk_live_' },
    { STRIPE_SECRET_KEY: 'sk_live_51 abc' },
    { STRIPE_SECRET_KEY: 'SK_LIVE_51abc' },
    { STRIPE_SECRET_KEY: '51abcDEF' },
    { STRIPE_TEST_SECRET_KEY: HOOK },
    { STRIPE_WEBHOOK_SECRET: HOOK },
    { STRIPE_TEST_WEBHOOK_SECRET: HOOK },
    { STRIPE_TEST_WEBHOOK_SECRET: HOOK, STRIPE_SECRET_KEY: LIVE },
    { STRIPE_WEBHOOK_SECRET: '51abcDEF', STRIPE_SECRET_KEY: LIVE },
    { STRIPE_WEBHOOK_SECRET: 'whsec_', STRIPE_SECRET_KEY: LIVE },
    { STRIPE_TEST_WEBHOOK_SECRET: 'whsec_51abc DEF', STRIPE_TEST_SECRET_KEY: TEST },
  ])('is refused in one line that names the variable and repeats no secret: %j', (env) => {
    const [name] = Object.keys(env)
    expect(complaint(env)).toMatch(new RegExp(`^${name} [^\\n]+$`, 'u'))
    expect(complaint(env)).not.toMatch(/51|abc|DEF|Zm9v/u)
  })
})

describe('a fake Stripe server', () => {
  test.each(['http://localhost:12111', 'http://127.0.0.1:12111', 'http://[::1]:12111'])('can be at %s', (url) => {
    expect(read({ STRIPE_API_URL: url }).apiUrl).toBe(url)
  })

  test.each([
    [{ STRIPE_API_URL: 'https://stripe.example' }],
    [{ STRIPE_API_URL: 'http://192.168.1.4:12111' }],
    [{ STRIPE_API_URL: 'http://localhost.example' }],
    [{ STRIPE_API_URL: 'http://localhost:12111', ...REACHABLE }],
    [
      {
        STRIPE_API_URL: 'http://localhost:12111',
        ...REACHABLE,
        HOST: '127.0.0.1',
        PUBLIC_API_URL: 'https://a.example',
      },
    ],
  ])('is allowed only on this machine, for an API that is not public: not at %j', (env) => {
    expect(complaint(env)).toMatch(/^STRIPE_API_URL is for development/u)
  })

  test('is an origin', () => {
    expect(complaint({ STRIPE_API_URL: 'localhost:12111/v1' })).toMatch(
      /^STRIPE_API_URL must be an http or https origin/u,
    )
  })
})
