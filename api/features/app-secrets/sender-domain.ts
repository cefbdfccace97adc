import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { ttlCache } from '../../lib/cache'
import { isLoopback } from '../../lib/text'

declare module '../../http/services' {
  interface Services {
    senderRecords: FindSenderRecords
  }
}

/** Records that receiving mail servers look up; null: the lookup failed. */
export interface SenderRecords {
  spf: boolean | null
  dmarc: boolean | null
}

/** Null for domains that no mail server knows, such as those of this machine. @param domain of the sender's address */
export type FindSenderRecords = (domain: string) => Promise<SenderRecords | null>

export type ResolveTxt = (name: string) => Promise<string[][]>

const KNOWN_MS = 60_000
const LOOKUP_MAX_MS = 2_000
const LABELS_MAX = 10
/** Of RFC 2606 and RFC 6762. */
const RESERVED = /(^|\.)(example|invalid|local|localhost|test|example\.(com|net|org))$/u

/** @param resolveTxt default: the DNS servers of the system, with a limit of time */
export function createSenderRecords(resolveTxt: ResolveTxt = resolveSoon): FindSenderRecords {
  return ttlCache(KNOWN_MS, async (name) => {
    const domain = name.toLowerCase()
    if (RESERVED.test(domain) || isLoopback(domain) || isIP(domain) !== 0 || !domain.includes('.')) return null
    const [spf, dmarc] = await Promise.all([
      hasRecord(resolveTxt, domain, /^v=spf1( |$)/iu),
      hasPolicy(resolveTxt, domain),
    ])
    return { spf, dmarc }
  })
}

const resolveSoon: ResolveTxt = (name) => new Resolver({ timeout: LOOKUP_MAX_MS, tries: 1 }).resolveTxt(name)

async function hasRecord(resolveTxt: ResolveTxt, name: string, pattern: RegExp): Promise<boolean | null> {
  try {
    return (await resolveTxt(name)).some((parts) => pattern.test(parts.join('')))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return code === 'ENOTFOUND' || code === 'ENODATA' ? false : null
  }
}

/** A policy of a parent domain covers its subdomains. */
async function hasPolicy(resolveTxt: ResolveTxt, domain: string): Promise<boolean | null> {
  const labels = domain.split('.').slice(-LABELS_MAX)
  for (let from = 0; from <= labels.length - 2; from += 1) {
    const found = await hasRecord(resolveTxt, `_dmarc.${labels.slice(from).join('.')}`, /^v=DMARC1\s*;/iu)
    if (found !== false) return found
  }
  return false
}
