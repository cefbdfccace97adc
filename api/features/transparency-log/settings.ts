import { equalBytes } from '../../../contract/bytes'
import { parseUrl } from '../../../contract/parse-url'
import { parseVerifierKey, type VerifierKey } from '../../../contract/tlog/signed-note'
import { isLoopback } from '../../lib/text'

export interface NamedWitness {
  key: VerifierKey
  /** Without a trailing slash. Null: it gets no requests, but its signatures still count. */
  url: string | null
}

export interface WitnessSettings {
  others: readonly NamedWitness[]
  /** Whether the API also witnesses its own log. */
  isSelfRun: boolean
}

const SHAPE = '<key>@<address>, such as example.org/witness+0a1b2c3d+BA…=@https://witness.example.org'

/** @param read a variable's value, or undefined. @returns the settings, or a sentence about the first problem */
export function readWitnesses(read: (name: string) => string | undefined): WitnessSettings | string {
  const others: NamedWitness[] = []
  for (const entry of (read('WITNESSES') ?? '').split(/[\s,]+/u).filter(Boolean)) {
    const witness = readEntry(entry)
    if (typeof witness === 'string') return `WITNESSES contains ${JSON.stringify(entry)}: ${witness}`
    if (others.some(({ key }) => key.name === witness.key.name))
      return `WITNESSES contains the name ${JSON.stringify(witness.key.name)} twice. Each witness needs its own name.`
    // A cosignature has no name in it: one key could pass for two witnesses.
    if (others.some(({ key }) => equalBytes(key.publicKey, witness.key.publicKey)))
      return `WITNESSES contains the key of ${JSON.stringify(witness.key.name)} twice. Each witness needs its own key.`
    others.push(witness)
  }
  // Its key and memory are files of one machine; a shared database may have processes on many.
  const own = read('SELF_WITNESS')?.toLowerCase() ?? (read('DATABASE_URL') === undefined ? 'on' : 'off')
  if (own !== 'on' && own !== 'off') return `SELF_WITNESS must be on or off, not ${JSON.stringify(own)}.`
  return { others, isSelfRun: own === 'on' }
}

function readEntry(entry: string): NamedWitness | string {
  const [, keyText = '', urlText = null] = /^([^@]+)(?:@(https?:\/\/.+))?$/u.exec(entry) ?? []
  if (!keyText.includes('+')) return `an entry must look like ${SHAPE}.`
  const key = parseVerifierKey(keyText)
  if (!key) return 'its key is invalid or incomplete.'
  if (key.type !== 'cosignature') return 'its key belongs to a log, not to a witness.'
  if (urlText === null) return { key, url: null }
  const url = parseUrl(urlText)
  if (!url || url.username + url.password + url.search + url.hash !== '')
    return 'its URL must be a plain https URL, without credentials, query or fragment.'
  if (url.protocol !== 'https:' && !isLoopback(url.hostname))
    return 'its URL must start with https:// unless it is on this machine.'
  return { key, url: url.href.replace(/\/+$/u, '') }
}
