import type { SettingGroup } from '../../lib/settings'

export const serving = {
  title: 'Addresses and ports',
  about:
    'While `HOST` and `PUBLIC_API_URL` are loopback, nobody else can reach the API: it is a development machine then, with a test mailbox and `/dev/*`.',
  settings: [
    {
      name: 'HOST',
      meaning: 'The address that all parts listen on.',
      shape: { is: 'text', like: 'an address or a host name' },
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
      meaning:
        'The origin under which browsers reach the API. It stands in every mailed link and in the address of every picture.',
      shape: { is: 'origin' },
      default: { none: '`http://localhost:` and API_PORT' },
      isSecret: false,
      example: 'https://members.example.com',
    },
    {
      name: 'PUBLIC_SITE_URL',
      meaning:
        'The origin of the TrustTag site: it stands in canonical addresses, the site map and shared links. The site answers for this host name and for loopback names; any other gets 421.',
      shape: { is: 'origin' },
      default: { none: '`http://localhost:` and SITE_PORT' },
      isSecret: false,
      example: 'https://www.example.com',
    },
    {
      name: 'PUBLIC_DEMO_URL',
      meaning:
        'The origin of the demo pages, which hold it like the site does. `npm run start:production` serves them only if it is set.',
      shape: { is: 'origin' },
      default: { none: '`http://localhost:` and DEMO_PORT' },
      isSecret: false,
      example: 'https://demo.example.com',
    },
    {
      name: 'TRUST_PROXY',
      meaning:
        'How many proxies stand in front: so many entries at the end of X-Forwarded-For are believed, and callers are counted by the first of them.',
      shape: { is: 'integer', from: 0, to: 10 },
      default: { value: '0' },
      isSecret: false,
      example: '1',
    },
    {
      name: 'RATE_LIMIT_FACTOR',
      meaning:
        'Multiplies every limit on how often something may be tried. For tests; in production 10 is the most that is taken.',
      shape: { is: 'integer', from: 1, to: 10_000 },
      default: { value: '1' },
      isSecret: false,
      example: '2',
    },
  ],
} as const satisfies SettingGroup
