import { isIP } from 'node:net'
import { ConfigError, readConfig } from '../../../api/config'
import { readHash } from '../../../api/features/accounts/hasher'
import { readRetryAfter } from '../../../api/features/webhooks/delivery'
import { readWebhookUrl } from '../../../api/features/webhooks/url'
import { ApiError } from '../../../api/lib/errors'
import { digitsIn } from '../../../api/features/accounts/codes'
import { allowing, textOf } from '../fuzz-target'
import type { FuzzTarget } from '../fuzz-target'

const pairs = [
  'SMTP_URL=smtp://a%40b:c%3Ad@mail.example:587\nPUBLIC_API_URL=https://api.example\nHOST=0.0.0.0\nTRUST_PROXY=1',
  'DATABASE_URL=postgres://u:p@h:5432/d?sslmode=verify-full\nDATA_DIR=./data\nLOG_LEVEL=info',
  'OIDC_PROVIDERS=acme,other\nOIDC_ACME_ISSUER=https://id.example\nOIDC_ACME_CLIENT_ID=a\nOIDC_ACME_CLIENT_SECRET=b',
  `KEY_ENCRYPTION_KEY=${Buffer.alloc(32, 7).toString('base64')}\nTRUSTTAG_ISSUER_KEY=x\nWITNESSES=a+12345678+AAAA@https://w.example`,
  'STRIPE_SECRET_KEY=sk_test_x\nSTRIPE_WEBHOOK_SECRET=whsec_x\nHCAPTCHA_SITE_KEY=a\nHCAPTCHA_SECRET=b\nAIRTABLE_API_KEY=a\nAIRTABLE_BASE_ID=app1',
]

const settings: FuzzTarget = {
  name: 'settings',
  from: 'the environment',
  seeds: pairs,
  run(bytes) {
    const lines = textOf(bytes)
      .split('\n')
      .map((line) => [line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1)] as const)
    allowing([ConfigError], () => readConfig(Object.fromEntries(lines)))
  },
}

const passwordHash: FuzzTarget = {
  name: 'password-hash',
  from: 'a hash that was brought along from other software',
  seeds: [
    '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
    '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA',
    '$scrypt$ln=14,r=8,p=1$c2FsdA$aGFzaA',
    'scrypt:32768:8:1$salt$00ff',
    '$2b$99$x',
  ],
  run: (bytes) => void readHash(textOf(bytes)),
}

const webhookUrl: FuzzTarget = {
  name: 'webhook-url',
  from: 'where a key of an owner wants webhooks sent',
  seeds: [
    'https://a.example/hook?x=1',
    'https://127.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x7f.1/',
    'https://a:b@c.example',
    'http://a.example',
    'https://localhost.',
    'https://2130706433/',
  ],
  run(bytes) {
    const url = allowing([ApiError], () => readWebhookUrl(textOf(bytes), { loopback: false }))
    if (url === undefined) return
    const { protocol, hostname, username } = new URL(url)
    const isOwn = isIP(hostname) !== 0 && /^(0|10|127|169\.254|192\.168)\./u.test(hostname)
    if (protocol !== 'https:' || username !== '' || isOwn || /^(localhost|\[(::|f[cde]).*)$/u.test(hostname))
      throw new Error(`Webhooks would go to ${url}.`)
  },
}

const retryAfter: FuzzTarget = {
  name: 'retry-after',
  from: 'a header of whoever is sent webhooks',
  seeds: ['120', 'Wed, 21 Oct 2026 07:28:00 GMT', '-1', '1e9', '99999999999999'],
  run(bytes) {
    const ms = readRetryAfter(textOf(bytes), 0)
    if (ms !== null && !(ms >= 0 && Number.isFinite(ms))) throw new Error(`It is ${ms}.`)
  },
}

const code: FuzzTarget = {
  name: 'typed-code',
  from: 'a mailed code, as somebody typed it',
  seeds: ['123456', '123-456', ' 12 34 56 ', '١٢٣٤٥٦', '1234567'],
  run(bytes) {
    const digits = digitsIn(textOf(bytes))
    if (digits !== null && !/^[0-9]{6}$/u.test(digits)) throw new Error(`It is ${digits}.`)
  },
}

export const settingTargets = [settings, passwordHash, webhookUrl, retryAfter, code]
