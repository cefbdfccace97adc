import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { storageLimitsWith } from '../../api/features/files/account-storage'
import { ConfigError, readConfig } from '../../api/config'

describe('an empty environment', () => {
  it('serves three loopback origins and stores its data in ./data', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      ports: { site: 4000, api: 4001, demo: 4002 },
      dataDir: resolve('data'),
      databaseUrl: null,
      redisUrl: null,
      servesDemoPages: true,
      drainSeconds: 0,
      metricsToken: null,
      securityLog: null,
      storage: { folder: null, s3: null },
      storageLimits: storageLimitsWith({ live: 100_000_000_000, test: 5_000_000_000 }),
      urls: { api: 'http://localhost:4001', site: 'http://localhost:4000', demo: 'http://localhost:4002' },
      issuerOrigin: 'http://localhost:4001',
      keys: { keysIn: 'files', encryptionKey: null },
      encryptionKey: null,
      witnesses: { others: [], isSelfRun: true },
      trustProxyHops: 0,
      rateLimitFactor: 1,
      banksDir: null,
      assessmentPace: 1,
      keepsDiskReserve: true,
      logLevel: 'warn',
      smtp: null,
      social: { known: {}, openId: [] },
      stripe: { accounts: { live: null, test: null }, apiUrl: null },
      captcha: null,
      breachedPasswords: null,
      console: { enabled: true, allows: null, development: true, sendsMail: false },
      airtable: null,
      vcApi: false,
      development: true,
    })
  })

  it('has the same result as empty variables', () => {
    expect(readConfig({ HOST: '', API_PORT: ' ', PUBLIC_API_URL: '', LOG_LEVEL: '' })).toEqual(readConfig({}))
  })
})

describe('a setting', () => {
  it('moves the public URLs with the ports', () => {
    const { urls } = readConfig({ SITE_PORT: '5000', API_PORT: '5001', DEMO_PORT: '5002' })
    expect(urls).toEqual({ api: 'http://localhost:5001', site: 'http://localhost:5000', demo: 'http://localhost:5002' })
  })

  it.each([
    ['HOST', '::1', 'host', '::1'],
    ['HOST', 'localhost', 'host', 'localhost'],
    ['TRUST_PROXY', '2', 'trustProxyHops', 2],
    ['RATE_LIMIT_FACTOR', '10000', 'rateLimitFactor', 10_000],
    ['BANKS_DIR', '/etc/banks', 'banksDir', '/etc/banks'],
    ['ASSESSMENT_PACE', 'off', 'assessmentPace', 0],
    ['DISK_RESERVE', 'off', 'keepsDiskReserve', false],
    ['LOG_LEVEL', 'INFO', 'logLevel', 'info'],
    ['DATA_DIR', '/var/lib/members', 'dataDir', '/var/lib/members'],
  ])('%s=%s is read', (name, value, field, expected) => {
    expect(readConfig({ [name]: value })).toHaveProperty(field, expected)
  })

  it('drops the trailing slash and the default port of a public URL', () => {
    expect(readConfig({ PUBLIC_SITE_URL: 'https://Trust.example:443/' }).urls.site).toBe('https://trust.example')
  })
})

describe('an invalid value', () => {
  it.each([
    ['SITE_PORT', '0'],
    ['API_PORT', '65536'],
    ['API_PORT', '40o1'],
    ['DEMO_PORT', '-1'],
    ['DEMO_PORT', '4002.5'],
    ['DEMO_PORT', '0x10'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '11'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['RATE_LIMIT_FACTOR', '10001'],
    ['LOG_LEVEL', 'loud'],
    ['HOST', 'http://localhost'],
    ['HOST', 'a b'],
    ['PUBLIC_API_URL', 'localhost:4001'],
    ['PUBLIC_API_URL', 'http://localhost:4001/api'],
    ['PUBLIC_API_URL', 'http://ann@localhost:4001'],
    ['PUBLIC_SITE_URL', 'ftp://localhost'],
    ['PUBLIC_DEMO_URL', 'http://localhost:4002/?x=1'],
    ['PUBLIC_DEMO_URL', '//'],
  ])('%s=%s is refused in one line that names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}\\b[^\\n]+$`, 'u'))
  })

  it.each([
    [{ API_PORT: '4000' }, 'SITE_PORT and API_PORT are both 4000'],
    [{ DEMO_PORT: '4001' }, 'API_PORT and DEMO_PORT are both 4001'],
    [{ SITE_PORT: '4002' }, 'SITE_PORT and DEMO_PORT are both 4002'],
  ])('two servers on one port are refused: %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.4' },
    { HOST: 'members.example' },
    { PUBLIC_API_URL: 'https://members.example' },
    { PUBLIC_API_URL: 'http://127.0.0.1.evil.example' },
  ])('a public API is refused without a mail server: %j', (env) => {
    const [name] = Object.keys(env)
    expect(() => readConfig(env)).toThrow(new RegExp(`^${name} is .+ no mail server`, 'u'))
  })
})

describe('a mail server', () => {
  const SMTP_URL = 'smtp://ann:s%3Acret@mail.example:2525'

  it('is read from SMTP_URL', () => {
    expect(readConfig({ SMTP_URL }).smtp).toEqual({
      host: 'mail.example',
      port: 2525,
      secure: false,
      login: { user: 'ann', password: 's:cret' },
    })
  })

  it('allows a public API, which is then not a development machine', () => {
    expect(readConfig({ SMTP_URL }).development).toBe(true)
    expect(readConfig({ SMTP_URL, HOST: '0.0.0.0' }).development).toBe(false)
    expect(readConfig({ SMTP_URL, PUBLIC_API_URL: 'https://members.example' }).development).toBe(false)
  })

  it('with an invalid URL is refused in one line without the password', () => {
    const read = () => readConfig({ SMTP_URL: 'smtp//ann:s3cret@mail.example' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/^SMTP_URL must look like [^\n]+$/u)
    expect(read).not.toThrow(/s3cret|mail\.example:2525/u)
  })
})

describe('the list of leaked passwords', () => {
  it.each([
    ['range-api', 'range-api'],
    ['/srv/leaked.bin', { file: '/srv/leaked.bin' }],
    ['leaked.bin', { file: resolve('leaked.bin') }],
  ])('%s', (value, expected) => {
    expect(readConfig({ BREACHED_PASSWORDS: value }).breachedPasswords).toEqual(expected)
  })
})
