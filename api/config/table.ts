import { breachSettings } from '../features/accounts/breached-passwords'
import { assessmentSettings } from '../features/assessments/question-bank'
import { captchaSettings } from '../features/captcha/hosted'
import { trusttagSettings } from '../features/credentials/settings'
import { fileSettings } from '../features/files/settings'
import { airtableSettings } from '../features/mirror/airtable'
import { paymentSettings } from '../features/payments/settings'
import { socialSettings } from '../features/social/settings'
import { consoleSettings } from '../features/staff/settings'
import { ON_OFF, type SettingGroup } from '../lib/settings'

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

const operation = {
  title: 'Settings file and log',
  about:
    'Settings are environment variables. `.env` is not read automatically; `SETTINGS_FILE` names a file that the server and every command read.',
  settings: [
    {
      name: 'SETTINGS_FILE',
      meaning:
        'A file with more settings: one `NAME=value` per line, `#` before a comment, quotes around a value that contains `#`. Environment variables override it.',
      shape: { is: 'text', like: 'a path' },
      default: { none: 'no file' },
      isSecret: false,
      example: '/etc/membership/settings.env',
    },
    {
      name: 'LOG_LEVEL',
      meaning: 'The level of the log, JSON lines on standard output. `info` adds a line for every request.',
      shape: { is: 'choice', of: LOG_LEVELS },
      // In a terminal, request lines would bury the table of URLs.
      default: { value: 'warn' },
      isSecret: false,
      example: 'info',
    },
  ],
} as const satisfies SettingGroup

const observation = {
  title: 'Monitoring and stopping',
  about: '[Operations](operations.md) explains how to use them.',
  settings: [
    {
      name: 'DRAIN_SECONDS',
      meaning:
        'How long requests are still accepted after SIGTERM, while `/ready` already returns 503. Set it to the time that a load balancer needs to notice.',
      shape: { is: 'integer', from: 0, to: 300 },
      default: { value: '0' },
      isSecret: false,
      example: '15',
    },
    {
      name: 'METRICS_TOKEN',
      meaning:
        'The bearer token for `GET /metrics`, at least 16 characters. Without it nothing is counted and the URL does not exist.',
      shape: { is: 'text', like: '16 characters or more' },
      default: { none: 'no metrics' },
      isSecret: true,
      example: 'q2Vx7nTf0pLr8sWm',
    },
    {
      name: 'SECURITY_LOG',
      meaning: 'A file for the events of the security log; JSON lines are appended.',
      shape: { is: 'text', like: 'a path' },
      default: { none: 'in the other log' },
      isSecret: false,
      example: '/var/log/membership/security.jsonl',
    },
  ],
} as const satisfies SettingGroup

const serving = {
  title: 'URLs and ports',
  about:
    'While `HOST` and `PUBLIC_API_URL` are loopback, only this machine can reach the API. It is then a development machine, with a test mailbox and `/dev/*`.',
  settings: [
    {
      name: 'HOST',
      meaning: 'The IP address that all servers listen on.',
      shape: { is: 'text', like: 'an IP address or a host name' },
      default: { value: '127.0.0.1' },
      isSecret: false,
      example: '0.0.0.0',
    },
    {
      name: 'SITE_PORT',
      meaning: 'Port of the TrustTag site.',
      shape: { is: 'integer', from: 1, to: 65_535 },
      default: { value: '4000' },
      isSecret: false,
      example: '4000',
    },
    {
      name: 'API_PORT',
      meaning: 'Port of the API and the widget script.',
      shape: { is: 'integer', from: 1, to: 65_535 },
      default: { value: '4001' },
      isSecret: false,
      example: '4001',
    },
    {
      name: 'DEMO_PORT',
      meaning: 'Port of the demo pages.',
      shape: { is: 'integer', from: 1, to: 65_535 },
      default: { value: '4002' },
      isSecret: false,
      example: '4002',
    },
    {
      name: 'PUBLIC_API_URL',
      meaning: 'The origin under which browsers reach the API. Every emailed link and every image URL contains it.',
      shape: { is: 'origin' },
      default: { none: '`http://localhost:` and API_PORT' },
      isSecret: false,
      example: 'https://members.example.com',
    },
    {
      name: 'PUBLIC_SITE_URL',
      meaning:
        'The origin of the TrustTag site. Canonical URLs, the site map and shared links contain it. The site responds to this host name and to loopback names; any other gets 421.',
      shape: { is: 'origin' },
      default: { none: '`http://localhost:` and SITE_PORT' },
      isSecret: false,
      example: 'https://www.example.com',
    },
    {
      name: 'PUBLIC_DEMO_URL',
      meaning:
        'The origin of the demo pages, which respond to host names like the site. `npm run start:production` serves them only if it is set.',
      shape: { is: 'origin' },
      default: { none: '`http://localhost:` and DEMO_PORT' },
      isSecret: false,
      example: 'https://demo.example.com',
    },
    {
      name: 'TRUST_PROXY',
      meaning:
        'The number of proxies in front of the server: that many entries at the end of X-Forwarded-For are trusted, and the first of them is the IP address of the caller.',
      shape: { is: 'integer', from: 0, to: 10 },
      default: { value: '0' },
      isSecret: false,
      example: '1',
    },
    {
      name: 'RATE_LIMIT_FACTOR',
      meaning: 'Multiplies every rate limit. For tests; in production at most 10.',
      shape: { is: 'integer', from: 1, to: 10_000 },
      default: { value: '1' },
      isSecret: false,
      example: '2',
    },
  ],
} as const satisfies SettingGroup

const data = {
  title: 'Data',
  about: 'Data that must survive a restart, and belongs in the backup.',
  settings: [
    {
      name: 'DATA_DIR',
      meaning: 'The folder of the database, the images and uploads of members, and the signing keys if they are files.',
      shape: { is: 'text', like: 'a path' },
      default: { value: './data' },
      isSecret: false,
      example: '/var/lib/membership',
    },
    {
      name: 'DATABASE_URL',
      meaning: 'A PostgreSQL database instead of the SQLite file in DATA_DIR; it then also stores the signing keys.',
      shape: { is: 'text', like: 'postgres://user:password@host:5432/database' },
      default: { none: 'SQLite in DATA_DIR' },
      isSecret: true,
      example: 'postgres://membership:secret@localhost:5432/membership',
    },
    {
      name: 'REDIS_URL',
      meaning:
        'A Redis or Valkey server that counts limits for all processes, instead of PostgreSQL ([scaling](scaling.md)).',
      shape: { is: 'text', like: 'redis://user:password@host:6379/0' },
      default: { none: 'PostgreSQL with DATABASE_URL, else memory' },
      isSecret: true,
      example: 'rediss://membership:secret@redis.example.com:6380/0',
    },
    ...fileSettings,
  ],
} as const satisfies SettingGroup

const mail = {
  title: 'Email',
  about: '[Running it for others](self-hosting.md#mail) explains how emails are sent and retried.',
  settings: [
    {
      name: 'SMTP_URL',
      meaning:
        'The mail server, with user and password percent-encoded. Without it emails go to the test mailbox, and the start is refused if other machines can reach the API.',
      shape: { is: 'text', like: 'smtp://user:password@host:587 or smtps://…' },
      default: { none: 'the test mailbox' },
      isSecret: true,
      example: 'smtp://mailer%40example.com:pa%3Ass@mail.example.com:587',
    },
  ],
} as const satisfies SettingGroup

const development = {
  title: 'For development only',
  about: 'Refused if other machines can reach the API.',
  settings: [
    {
      name: 'VC_API',
      meaning:
        'Opens the VC API for tools on a development machine ([TrustTags as proofs](trusttag-proof.md#for-tools-on-your-own-machine-the-vc-api)).',
      shape: { is: 'choice', of: ON_OFF },
      default: { value: 'off' },
      isSecret: false,
      example: 'on',
    },
    {
      name: 'STRIPE_API_URL',
      meaning: 'The URL of a fake Stripe server on loopback.',
      shape: { is: 'origin' },
      default: { none: 'Stripe itself' },
      isSecret: false,
      example: 'http://localhost:4010',
    },
    {
      name: 'AIRTABLE_API_URL',
      meaning: 'The URL of a fake Airtable server on loopback.',
      shape: { is: 'origin' },
      default: { none: 'Airtable itself' },
      isSecret: false,
      example: 'http://localhost:4011',
    },
  ],
} as const satisfies SettingGroup

/** Every variable of the product, in the order of docs/settings.md. A variable without a row cannot be read. */
export const settingGroups = [
  operation,
  observation,
  serving,
  data,
  mail,
  consoleSettings,
  captchaSettings,
  breachSettings,
  paymentSettings,
  socialSettings,
  trusttagSettings,
  assessmentSettings,
  airtableSettings,
  development,
] as const satisfies readonly SettingGroup[]

type SettingRow = (typeof settingGroups)[number]['settings'][number]

export type NameOfShape<Kind extends SettingRow['shape']['is']> = Extract<SettingRow, { shape: { is: Kind } }>['name']
