import { toHex } from '../../contract/bytes'
import { formatVerifierKey } from '../../contract/tlog/signed-note'
import type { Audit } from './audit'
import type { Sighting } from './checkpoint'
import type { Finding } from './finding'

/** A witness's clock may be so much ahead of ours. */
const CLOCKS_APART_SECONDS = 600
const COLUMN = 12
/** Whatever is wrong a thousand times is shown by twenty. */
const FINDINGS_SHOWN = 20

const known = {
  given: 'by the keys that were given',
  seen: 'by the keys of last time',
  named: 'by the keys that the log itself names: compare them with what you know',
} as const

/** An audit as lines of a terminal. @param now milliseconds since 1970 */
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
      : [row('Checkpoint', findings.length > 0 ? 'none that is right' : 'none: nothing was entered yet')]),
    ...cosignatureLines(audit, now),
    ...audit.witnesses.map((witness) => row('Witness', describe(witness))),
    ...(before ? [row('Last time', `${before.size} entries on ${before.seenAt}`)] : []),
    ...keys.unseen.map((key) => row('Note', `the log names a key that is not trusted here: ${formatVerifierKey(key)}`)),
    '',
    ...(findings.length === 0 ? [verdictOf(audit)] : findings.slice(0, FINDINGS_SHOWN).flatMap(findingLines)),
    ...(findings.length > FINDINGS_SHOWN ? [`And ${findings.length - FINDINGS_SHOWN} more; --json lists all.`] : []),
  ]
}

/** What the status lists showed. */
function statusLine({ lists }: Audit['counts'], findings: readonly Finding[]): string {
  const counted = `${lists} ${lists === 1 ? 'list' : 'lists'}`
  const isFinal = !findings.some(({ kind }) => kind === 'UNREVOKED')
  return `${counted}, ${isFinal ? 'as many set bits as revocations' : 'not what the log revokes'}`
}

const row = (name: string, text: string): string => `${name.padEnd(COLUMN)}${text}`

function verdictOf({ checkpoint, before, witnesses }: Audit): string {
  if (!checkpoint) return 'All is well: the log is empty.'
  const isCompared = before !== null || witnesses.some(({ seen }) => seen !== null)
  const since = isCompared ? ', and everything that was seen before stands where it stood' : ''
  return `All is well: the entries are what the log signed${since}.`
}

function cosignatureLines({ checkpoint, cosignatures }: Audit, now: number): string[] {
  if (!checkpoint) return []
  const lines = cosignatures.map(({ name, time }) => {
    const ahead = time > now / 1000 + CLOCKS_APART_SECONDS ? ' (a time that has not come yet)' : ''
    return row('Cosigned', `${momentOf(time)} by ${name}${ahead}`)
  })
  const strangers = checkpoint.strangers.map((name) => row('Note', `signed by ${name} too, of whom no key is known`))
  return [...(lines.length > 0 ? lines : [row('Cosigned', 'by no witness yet')]), ...strangers]
}

/** @param time seconds since 1970 */
function momentOf(time: number): string {
  const date = new Date(time * 1000)
  return Number.isNaN(date.getTime()) ? `${time} seconds after 1970` : date.toISOString().replace('.000', '')
}

function describe(witness: Sighting): string {
  const { address, seen } = witness
  if (!seen) return `${address} ${witness.finding ? 'shows a checkpoint that is not right' : 'has not signed this log'}`
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

/** The same for programs. @param now milliseconds since 1970 */
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
