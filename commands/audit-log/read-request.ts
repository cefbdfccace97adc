import { parseVerifierKey } from '../../contract/tlog/signed-note'
import type { VerifierKey } from '../../contract/tlog/signed-note'
import { parseUrl } from '../../contract/parse-url'
import { parseArguments, UsageError } from '../terminal/parse-arguments'

export interface AuditRequest {
  /** Where the log is. */
  log: { url: URL } | { folder: string }
  /** Keys that are trusted in place of those that the log names. */
  keys: readonly VerifierKey[]
  /** Monitoring addresses. */
  witnesses: readonly URL[]
  stateFile: string | null
  saveFolder: string | null
  json: boolean
}

const options = {
  key: { type: 'string', multiple: true },
  witness: { type: 'string', multiple: true },
  state: { type: 'string' },
  from: { type: 'string' },
  save: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** @param argv without Node and the script. @throws UsageError */
export function readRequest(argv: readonly string[]): AuditRequest | 'help' {
  const { values, positionals } = parseArguments(argv, options)
  if (values.help) return 'help'
  return {
    log: readPlace(positionals, values.from),
    keys: (values.key ?? []).map(readKey),
    witnesses: (values.witness ?? []).map((text) => readUrl(text, '--witness')),
    stateFile: values.state ?? null,
    saveFolder: values.save ?? null,
    json: values.json,
  }
}

function readPlace([address, ...more]: string[], folder: string | undefined): AuditRequest['log'] {
  if (more.length > 0) throw new UsageError('Name one log.')
  if (address !== undefined && folder !== undefined) throw new UsageError('Name an address or a folder, not both.')
  if (folder !== undefined) return { folder }
  if (address === undefined) throw new UsageError('Say where the log is.')
  // Whoever copies the address of the checkpoint means its log.
  return { url: readUrl(address.replace(/\/checkpoint\/?$/u, ''), 'The address of the log') }
}

function readUrl(text: string, what: string): URL {
  const url = parseUrl(text)
  const isPlain = url && /^https?:$/u.test(url.protocol) && url.username + url.password + url.search + url.hash === ''
  if (!isPlain) throw new UsageError(`${what} must be like https://trusttag.example/trusttag/log.`)
  url.pathname = url.pathname.replace(/\/+$/u, '')
  return url
}

function readKey(text: string): VerifierKey {
  const key = parseVerifierKey(text)
  if (!key) throw new UsageError('--key must be a whole line of vkeys, as example.com/log+0a1b2c3d+AQ….')
  return key
}
