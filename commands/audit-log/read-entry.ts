import { toUtf8 } from '../../contract/bytes'
import { logEntry } from '../../contract/credential/log-entry'
import type { LogEntryType } from '../../contract/credential/log-entry'

export interface LogEntry {
  type: LogEntryType
  /** Hexadecimal. */
  digest: string
}

const ENTRY = /^\{"digest":"([0-9a-f]{64})","type":"(issue|revoke)","v":1\}$/u
/** Of UTF-8: an entry has no letter that would need more than a byte. */
const decoder = new TextDecoder('utf-8', { fatal: false })

/** Null for bytes that are not exactly what an entry of TrustTags is. */
export function readEntry(bytes: Uint8Array): LogEntry | null {
  const text = decoder.decode(bytes)
  const [, digest = '', type] = ENTRY.exec(text) ?? []
  if (type !== 'issue' && type !== 'revoke') return null
  return toUtf8(logEntry(type, digest)).length === bytes.length ? { type, digest } : null
}
