import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../api/config'

/** Settings of a start in production. */
const GOOD = {
  PUBLIC_API_URL: 'https://members.example.com',
  PUBLIC_SITE_URL: 'https://www.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  TRUST_PROXY: '1',
}

/** The problems that a start reports, one per line. */
function complaints(env: Record<string, string>): string[] {
  try {
    readConfig(env, { production: true })
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
  return []
}

describe('a start in production', () => {
  it('accepts public URLs with TLS, a mail server and a proxy', () => {
    expect(complaints(GOOD)).toEqual([])
    expect(readConfig(GOOD, { production: true })).toMatchObject({ development: false, servesDemoPages: false })
  })

  it('serves the demo pages if they have a URL', () => {
    const env = { ...GOOD, PUBLIC_DEMO_URL: 'https://demo.example.com' }
    expect(readConfig(env, { production: true }).servesDemoPages).toBe(true)
  })

  it('refuses an empty environment with every missing setting at once', () => {
    expect(complaints({})).toEqual([
      'PUBLIC_API_URL is not set. Set the https URL under which browsers reach it.',
      'PUBLIC_SITE_URL is not set. Set the https URL under which browsers reach it.',
      'SMTP_URL is not set. Without a mail server, members cannot reset a password.',
    ])
  })

  it.each([
    [{ PUBLIC_API_URL: 'http://members.example.com' }, /^PUBLIC_API_URL is http, so passwords/u],
    [{ PUBLIC_SITE_URL: 'http://www.example.com' }, /^PUBLIC_SITE_URL is http, so passwords/u],
    [{ PUBLIC_DEMO_URL: 'http://demo.example.com' }, /^PUBLIC_DEMO_URL is http, so passwords/u],
    [{ PUBLIC_ISSUER_URL: 'http://issuer.example.com' }, /^PUBLIC_ISSUER_URL is http, so passwords/u],
    [{ SMTP_URL: '' }, /^SMTP_URL is not set/u],
    [{ TRUST_PROXY: '0' }, /^TRUST_PROXY is 0 but TLS ends at a proxy/u],
    [{ ASSESSMENT_PACE: 'off' }, /^ASSESSMENT_PACE is off; that is for tests/u],
    [{ DISK_RESERVE: 'off' }, /^DISK_RESERVE is off; that is for tests/u],
    [{ RATE_LIMIT_FACTOR: '11' }, /^RATE_LIMIT_FACTOR is 11; that is for tests/u],
    [
      { DATABASE_URL: 'postgres://ann:s@db.example.com/members' },
      /^DATABASE_URL is on another machine and does not set TLS/u,
    ],
    [
      { DATABASE_URL: 'postgres://ann:s@10.0.0.4:5432/members' },
      /^DATABASE_URL is on another machine and does not set TLS/u,
    ],
    [
      { DATABASE_URL: 'postgres:///members?host=db.example.com' },
      /^DATABASE_URL is on another machine and does not set TLS/u,
    ],
    [{ VC_API: 'on' }, /VC_API is for development/u],
    [{ STRIPE_API_URL: 'http://localhost:4010' }, /^STRIPE_API_URL is for development/u],
    [{ AIRTABLE_API_URL: 'http://localhost:4011' }, /^AIRTABLE_API_URL is for development/u],
  ])('refuses settings that are dangerous in public: %j', (env, line) => {
    expect(complaints({ ...GOOD, ...env })).toEqual([expect.stringMatching(line)])
  })

  it.each([
    'postgres://ann:s@db.example.com/members?sslmode=verify-full',
    'postgres://ann:s@10.0.0.4/members?sslmode=disable',
    'postgres://ann:s@localhost:5432/members',
    'postgres://ann:s@[::1]:5432/members',
    'postgres://ann:s@postgres:5432/members',
    'postgres:///members?host=/var/run/postgresql',
    'postgres://%2Fvar%2Frun%2Fpg.17/members',
  ])('accepts a database with TLS, on this machine, beside it, or with explicitly allowed plain text: %s', (url) => {
    expect(complaints({ ...GOOD, DATABASE_URL: url })).toEqual([])
  })

  it('may be tried on one machine over http, but never with the test mailbox', () => {
    const env = { ...GOOD, PUBLIC_API_URL: 'http://localhost:4001', PUBLIC_SITE_URL: 'http://localhost:4000' }
    expect(complaints(env)).toEqual([])
    expect(readConfig(env, { production: true }).development).toBe(false)
    expect(complaints({ ...env, SMTP_URL: '' })).toEqual([expect.stringMatching(/^SMTP_URL is not set/u)])
  })

  it('lists invalid and dangerous settings together, without a secret', () => {
    const lines = complaints({
      API_PORT: '0',
      LOG_LEVEL: 'loud',
      SMTP_URL: 'smtp//ann:s3cret@mail.example',
      PUBLIC_API_URL: 'https://members.example.com',
    })
    expect(lines).toHaveLength(5)
    for (const name of ['API_PORT', 'LOG_LEVEL', 'SMTP_URL', 'PUBLIC_SITE_URL', 'TRUST_PROXY'])
      expect(lines.filter((line) => line.startsWith(name))).toHaveLength(1)
    expect(lines.join('\n')).not.toContain('s3cret')
  })
})
