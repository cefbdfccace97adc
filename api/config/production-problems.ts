import { parseUrl } from '../../contract/parse-url'
import { isLoopback } from '../lib/text'
import type { SettingsReader } from './reader'

/** More would be no limit on how often a password may be guessed. */
const MAX_RATE_LIMIT_FACTOR = 10

const REQUIRED_ORIGINS = ['PUBLIC_API_URL', 'PUBLIC_SITE_URL'] as const
const ORIGINS = [...REQUIRED_ORIGINS, 'PUBLIC_DEMO_URL', 'PUBLIC_ISSUER_URL'] as const

/** Of the address of a database: with one of them somebody has thought of it. */
const TLS_PARAMETERS = ['sslmode', 'ssl', 'sslnegotiation', 'sslrootcert'] as const

interface Checked {
  trustProxyHops: number
  rateLimitFactor: number
}

/**
 * What is right on a development machine and dangerous in public, besides what is refused anyway because others can reach
 * the API.
 * @returns a line for each
 */
export function productionProblems({ read, isGiven }: SettingsReader, checked: Checked): string[] {
  const missing = REQUIRED_ORIGINS.filter((name) => !isGiven(name))
  const plain = ORIGINS.filter((name) => isPlainInPublic(read(name)))
  return [
    ...missing.map((name) => `${name} is not set. Give the https address under which browsers reach it.`),
    ...plain.map((name) => `${name} is http, so passwords would travel in the open. Put a proxy with TLS in front.`),
    ...(isGiven('SMTP_URL') ? [] : ['SMTP_URL is not set: without a mail server nobody can reset a password.']),
    ...(read('PUBLIC_API_URL')?.startsWith('https:') && checked.trustProxyHops === 0
      ? [
          'TRUST_PROXY is 0 although https ends at a proxy: all callers would count as one. Say how many proxies there are.',
        ]
      : []),
    ...(saysNothingOfTls(read('DATABASE_URL'))
      ? [
          'DATABASE_URL is on another machine and says nothing of TLS. End it with ?sslmode=verify-full, or with ?sslmode=disable where nobody else is on the way.',
        ]
      : []),
    ...(checked.rateLimitFactor > MAX_RATE_LIMIT_FACTOR
      ? [`RATE_LIMIT_FACTOR is ${checked.rateLimitFactor}: that is for tests. Use ${MAX_RATE_LIMIT_FACTOR} or less.`]
      : []),
  ]
}

function isPlainInPublic(value: string | undefined): boolean {
  const url = value === undefined ? null : parseUrl(value)
  return url?.protocol === 'http:' && !isLoopback(url.hostname)
}

/** A name without a dot is a container beside this one. A socket of this machine has its path in the query, or no host. */
function saysNothingOfTls(value: string | undefined): boolean {
  const url = value === undefined ? null : parseUrl(value)
  if (url === null) return false
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  const isAway = /[.:]/u.test(host) && !host.startsWith('/') && !isLoopback(host)
  return isAway && !TLS_PARAMETERS.some((name) => url.searchParams.has(name))
}
