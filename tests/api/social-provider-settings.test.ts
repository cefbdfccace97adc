import { describe, expect, it, test } from 'vitest'
import { socialProviders } from '../../contract/providers'
import { readConfig } from '../../api/config'
import { complaint } from '../support/config-complaint'

const SECRET = 'GOCSPX-s3cr3t'
/** A public API. */
const REACHABLE = { HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example' }
const ACME = {
  OIDC_PROVIDERS: 'acme',
  OIDC_ACME_ISSUER: 'https://login.acme.example/tenant',
  OIDC_ACME_CLIENT_ID: 'membership',
  OIDC_ACME_CLIENT_SECRET: SECRET,
}
const acme = {
  key: 'acme',
  issuer: 'https://login.acme.example/tenant',
  clientId: 'membership',
  clientSecret: SECRET,
  scopes: ['openid', 'email', 'profile'],
}
const google = (more: Record<string, string>) => ({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: SECRET, ...more })

const read = (env: Record<string, string>) => readConfig(env).social

describe('the built-in providers', () => {
  it('are off by default, and with empty variables', () => {
    expect(read({})).toEqual({ known: {}, openId: [] })
    expect(read({ GOOGLE_CLIENT_ID: ' ', GOOGLE_CLIENT_SECRET: '', OIDC_PROVIDERS: ' , ' })).toEqual(read({}))
  })

  it.each(socialProviders)('are set up by an id and a secret: $key', ({ key }) => {
    const name = key.toUpperCase()
    const env = { [`${name}_CLIENT_ID`]: 'id', [`${name}_CLIENT_SECRET`]: SECRET }
    expect(read(env).known).toEqual({ [key]: { clientId: 'id', clientSecret: SECRET, urls: {} } })
  })

  it('can use other URLs, such as those of an enterprise server', () => {
    const urls = {
      GITHUB_AUTHORIZE_URL: 'https://git.acme.example/login/oauth/authorize',
      GITHUB_TOKEN_URL: 'https://git.acme.example/login/oauth/access_token',
      GITHUB_USERINFO_URL: 'https://git.acme.example/api/v3/user',
    }
    expect(read({ GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: SECRET, ...urls }).known.github?.urls).toEqual({
      authorize: urls.GITHUB_AUTHORIZE_URL,
      token: urls.GITHUB_TOKEN_URL,
      userinfo: urls.GITHUB_USERINFO_URL,
    })
  })
})

describe('a custom provider', () => {
  it('is set up by its issuer and a client', () => {
    expect(read(ACME).openId).toEqual([acme])
  })

  it('has variables in capitals, with _ for a dash, and can be one of several', () => {
    const env = {
      ...ACME,
      OIDC_PROVIDERS: ' acme , big-co ',
      OIDC_BIG_CO_ISSUER: 'https://id.big.example/',
      OIDC_BIG_CO_CLIENT_ID: 'b',
      OIDC_BIG_CO_CLIENT_SECRET: 'c',
      OIDC_BIG_CO_SCOPES: 'email groups openid',
    }
    const bigCo = { key: 'big-co', issuer: 'https://id.big.example/', clientId: 'b', clientSecret: 'c' }
    expect(read(env).openId).toEqual([acme, { ...bigCo, scopes: ['openid', 'email', 'groups'] }])
  })
})

describe('a URL of a provider', () => {
  test.each(['http://localhost:4100', 'http://127.0.0.1:4100', 'http://[::1]:4100'])(
    'may be %s in development',
    (url) => {
      expect(read(google({ GOOGLE_TOKEN_URL: `${url}/token` })).known.google?.urls.token).toBe(`${url}/token`)
      expect(read({ ...ACME, OIDC_ACME_ISSUER: url }).openId[0]?.issuer).toBe(url)
    },
  )

  test.each([
    google({ GOOGLE_TOKEN_URL: 'http://fake.example/token' }),
    google({ GOOGLE_USERINFO_URL: 'http://localhost:4100/me', ...REACHABLE }),
    google({ GOOGLE_AUTHORIZE_URL: 'https://user:pass@accounts.example/' }),
    google({ GOOGLE_AUTHORIZE_URL: 'https://accounts.example/#a' }),
    google({ GOOGLE_AUTHORIZE_URL: 'javascript:alert(1)' }),
    google({ GOOGLE_AUTHORIZE_URL: 'accounts.example' }),
    { ...ACME, OIDC_ACME_ISSUER: 'http://login.acme.example' },
    { ...ACME, OIDC_ACME_ISSUER: 'http://localhost:4100', ...REACHABLE },
    { ...ACME, OIDC_ACME_ISSUER: 'https://login.acme.example/?tenant=1' },
    { ...ACME, OIDC_ACME_ISSUER: 'acme' },
  ])('must be safe: not %j', (env) => {
    const line = complaint(env)
    expect(line).toMatch(/^(GOOGLE_\w+_URL|OIDC_ACME_ISSUER) must be an https URL without credentials\. /u)
    expect(line).not.toMatch(/example|alert|user|localhost/u)
  })
})

describe('an invalid setting', () => {
  it.each([
    [{ GOOGLE_CLIENT_ID: SECRET }, 'GOOGLE_CLIENT_ID is set without GOOGLE_CLIENT_SECRET. Google needs both.'],
    [{ GITHUB_CLIENT_SECRET: SECRET }, 'GITHUB_CLIENT_SECRET is set without GITHUB_CLIENT_ID. GitHub needs both.'],
    [
      { SPOTIFY_TOKEN_URL: 'https://a.example' },
      'SPOTIFY_TOKEN_URL is set without SPOTIFY_CLIENT_ID. Set the client ID that the provider gave you.',
    ],
    [google({ GOOGLE_CLIENT_ID: `${SECRET} x` }), 'GOOGLE_CLIENT_ID must be an ID without spaces.'],
    [google({ GOOGLE_CLIENT_SECRET: `${SECRET}\nx` }), 'GOOGLE_CLIENT_SECRET must be a secret without spaces.'],
    [
      { OIDC_PROVIDERS: 'Acme' },
      'OIDC_PROVIDERS must be keys of lowercase letters, digits and dashes, separated by commas.',
    ],
    [{ OIDC_PROVIDERS: 'google' }, 'OIDC_PROVIDERS contains google, which is already used.'],
    [{ ...ACME, OIDC_PROVIDERS: 'acme,acme' }, 'OIDC_PROVIDERS contains acme, which is already used.'],
    [{ OIDC_PROVIDERS: 'acme' }, 'OIDC_PROVIDERS contains acme, but OIDC_ACME_ISSUER is not set.'],
    [
      { OIDC_PROVIDERS: 'acme', OIDC_ACME_ISSUER: 'https://a.example' },
      'OIDC_PROVIDERS contains acme, but OIDC_ACME_CLIENT_ID is not set.',
    ],
    [
      { ...ACME, OIDC_ACME_CLIENT_SECRET: '' },
      'OIDC_ACME_CLIENT_ID is set without OIDC_ACME_CLIENT_SECRET. OpenID Connect needs both.',
    ],
    [{ ...ACME, OIDC_ACME_SCOPES: 'email "all"' }, 'OIDC_ACME_SCOPES must be scopes separated by spaces.'],
  ])('is refused in one line that names the variable: %j', (env, line) => {
    expect(complaint(env)).toBe(line)
  })
})
