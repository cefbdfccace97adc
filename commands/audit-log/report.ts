import { toHex } from '../../contract/bytes'
import { formatVerifierKey } from '../../contract/tlog/signed-note'
import type { Audit } from './audit'
import type { Sighting } from './checkpoint'
import type { Finding } from './finding'

/** A witness's clock may be ahead of our clock by this much. */
const CLOCKS_APART_SECONDS = 600
const COLUMN = 12
/** Twenty findings show the problem; thousands would bury it. */
const FINDINGS_SHOWN = 20

const known = {
  given: 'by the given keys',
  seen: 'by the keys of the last audit',
  named: 'by keys that only the log itself names: compare them with the keys you know',
} as const

/** @param now milliseconds since 1970 */
export function auditLines(audit: Audit, now: number): string[] {
  const { keys, checkpoint, counts, before, findings } = audit
  const size = checkpoint?.verified.size ?? 0
  return [
    row('Log', keys.origin),
    ...(checkpoint
      ? [
          row('Checkpoint', `${size} entries, root ${toHex(checkpoint.verified.root)}`),
          row('Signed', known[keys.known]),
          row('Entries', `${counts.issue} TrustTags issued, ${counts.revoke} revoked; ${counts.tiles} tiles of hashes`),
          row('Status', statusLine(counts, findings)),
        ]
      : [row('Checkpoint', findings.length > 0 ? 'none that is valid' : 'none: the log is empty')]),
    ...cosignatureLines(audit, now),
    ...audit.witnesses.map((witness) => row('Witness', describe(witness))),
    row('Last audit', before ? `${before.size} entries on ${before.seenAt}` : NO_STATE),
    ...keys.unseen.map((key) => row('Note', `the log names an untrusted key: ${formatVerifierKey(key)}`)),
    '',
    ...(findings.length === 0 ? [verdictOf(audit)] : findings.slice(0, FINDINGS_SHOWN).flatMap(findingLines)),
    ...(findings.length > FINDINGS_SHOWN
      ? [`${findings.length - FINDINGS_SHOWN} more findings; --json lists all.`]
      : []),
  ]
}

function statusLine({ lists }: Audit['counts'], findings: readonly Finding[]): string {
  const isUnread = findings.some(({ kind }) => kind === 'MISSING' || kind === 'TRUNCATED')
  if (isUnread) return 'not checked: parts of the log are missing'
  const counted = `${lists} ${lists === 1 ? 'list' : 'lists'}`
  const isFinal = !findings.some(({ kind }) => kind === 'UNREVOKED')
  return `${counted}, ${isFinal ? 'set bits equal revocations' : 'bits do not match the revocations'}`
}

const NO_STATE = 'no earlier state, so a log that was set back to an earlier one looks fine: keep a state with --state'

const row = (name: string, text: string): string => `${name.padEnd(COLUMN)}${text}`

function verdictOf({ checkpoint, before, witnesses }: Audit): string {
  if (!checkpoint || checkpoint.verified.size === 0) return 'All is well: the log is empty.'
  const isCompared = before !== null || witnesses.some(({ seen }) => seen !== null)
  const since = isCompared ? ', and everything seen before is unchanged' : ''
  return `All is well: the entries match what the log signed${since}.`
}

function cosignatureLines({ checkpoint, cosignatures }: Audit, now: number): string[] {
  if (!checkpoint) return []
  const lines = cosignatures.map(({ name, time }) => {
    const ahead = time > now / 1000 + CLOCKS_APART_SECONDS ? ' (a time in the future)' : ''
    return row('Cosigned', `${momentOf(time)} by ${name}${ahead}`)
  })
  const strangers = checkpoint.strangers.map((name) => row('Note', `also signed by ${name}, whose key is unknown`))
  return [...(lines.length > 0 ? lines : [row('Cosigned', 'by no witness so far')]), ...strangers]
}

/** @param time seconds since 1970 */
function momentOf(time: number): string {
  const date = new Date(time * 1000)
  return Number.isNaN(date.getTime()) ? `${time} seconds after 1970` : date.toISOString().replace('.000', '')
}

function describe(witness: Sighting): string {
  const { address, seen } = witness
  if (!seen) return `${address} ${witness.finding ? 'shows an invalid checkpoint' : 'has not signed this log'}`
  const times = witness.cosigned.map(({ name, time }) => `, signed ${momentOf(time)} by ${name}`)
  return `${address} saw ${seen.head.size} entries${times.join('')}`
}

const findingLines = ({ kind, text, evidence }: Finding): string[] => [
  `${kind}  ${text}`,
  ...evidence.flatMap(({ source, checkpoint }) => [
    `  The checkpoint ${source}:`,
    ...checkpoint
      .trimEnd()
      .split('\n')
      .map((line) => `    ${line}`),
  ]),
]

/** Output of `--json`. @param now milliseconds since 1970 */
export const auditData = (
  { source, keys, checkpoint, counts, before, witnesses, cosignatures, findings }: Audit,
  now: number,
) => ({
  ok: findings.length === 0,
  auditedAt: new Date(now).toISOString(),
  source,
  origin: keys.origin,
  keys: { known: keys.known, log: keys.logKeys.map(formatVerifierKey), unseen: keys.unseen.map(formatVerifierKey) },
  checkpoint: checkpoint && {
    size: checkpoint.verified.size,
    root: toHex(checkpoint.verified.root),
    text: checkpoint.text,
    strangers: checkpoint.strangers,
  },
  counts,
  cosignatures: cosignatures.map(({ name, time }) => ({ name, time: momentOf(time) })),
  before,
  witnesses: witnesses.map((witness) => ({
    address: witness.address,
    size: witness.seen?.head.size ?? null,
    cosignatures: witness.seen ? witness.cosigned.map(({ name, time }) => ({ name, time: momentOf(time) })) : [],
  })),
  findings,
})
