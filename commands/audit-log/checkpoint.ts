import { sha256 } from '@noble/hashes/sha2.js'
import { toHex, toUtf8 } from '../../contract/bytes'
import { parseTreeHead, verifyCheckpoint } from '../../contract/tlog/checkpoint'
import type { TreeHead, VerifiedCheckpoint } from '../../contract/tlog/checkpoint'
import { formatVerifierKey, parseNote, parseVerifierKey, signaturesOf } from '../../contract/tlog/signed-note'
import type { VerifierKey } from '../../contract/tlog/signed-note'
import { aFinding } from './finding'
import type { Evidence, Finding } from './finding'
import { AuditError, createHttpSource } from './log-source'
import type { LogSource } from './log-source'
import type { AuditState } from './state'

export interface AuditKeys {
  origin: string
  logKeys: readonly VerifierKey[]
  witnessKeys: readonly VerifierKey[]
  /** Where the log's keys come from: options, the state file, or the log itself. */
  known: 'given' | 'seen' | 'named'
  /** Keys that the log names as its own but that are not trusted. */
  unseen: readonly VerifierKey[]
}

const KEYS_MAX_BYTES = 100_000

/**
 * Trusts the given keys, else those of the last audit, else those that the log names. Witness keys come from the
 * options, else from the log, because witnesses change.
 * @throws AuditError if no key of a log is known
 */
export async function chooseKeys(
  source: LogSource,
  given: readonly VerifierKey[],
  state: AuditState | null,
): Promise<AuditKeys> {
  const named = await readNamed(source)
  const seen = (state?.keys ?? []).map(parseVerifierKey).filter((key) => key !== null)
  const [known, logKeys] = firstFilled(ofType(given, 'ed25519'), seen, ofType(named, 'ed25519'))
  const [origin] = new Set(logKeys.map(({ name }) => name))
  if (origin === undefined) throw new AuditError(`${source.name} names no log key. Give one with --key.`)
  if (logKeys.some(({ name }) => name !== origin)) throw new AuditError('The keys belong to more than one log.')
  if (state && state.origin !== origin) throw new AuditError(`The --state file is for ${state.origin}, not ${origin}.`)
  const trusted = new Set(logKeys.map(formatVerifierKey))
  const unseen = ofType(named, 'ed25519').filter((key) => key.name === origin && !trusted.has(formatVerifierKey(key)))
  const ownWitnesses = ofType(given, 'cosignature')
  const witnessKeys = ownWitnesses.length > 0 ? ownWitnesses : ofType(named, 'cosignature')
  return { origin, logKeys, witnessKeys, known, unseen }
}

function firstFilled(
  given: VerifierKey[],
  seen: VerifierKey[],
  named: VerifierKey[],
): [AuditKeys['known'], VerifierKey[]] {
  if (given.length > 0) return ['given', given]
  return seen.length > 0 ? ['seen', seen] : ['named', named]
}

const ofType = (keys: readonly VerifierKey[], type: VerifierKey['type']): VerifierKey[] =>
  keys.filter((key) => key.type === type)

/** Unknown kinds of keys are skipped. */
async function readNamed(source: LogSource): Promise<VerifierKey[]> {
  const content = await source.read('vkeys', KEYS_MAX_BYTES)
  const lines = new TextDecoder().decode(content ?? new Uint8Array(0)).split('\n')
  return lines.map(parseVerifierKey).filter((key) => key !== null)
}

export interface ServedCheckpoint {
  text: string
  verified: VerifiedCheckpoint
  /** Signers without a known key. */
  strangers: string[]
}

const CHECKPOINT_MAX_BYTES = 200_000

/** @returns null without a checkpoint; a finding if it is invalid */
export async function readCheckpoint(
  source: LogSource,
  path: string,
  keys: AuditKeys,
): Promise<ServedCheckpoint | Finding | null> {
  const content = await source.read(path, CHECKPOINT_MAX_BYTES)
  if (!content) return null
  const text = new TextDecoder().decode(content)
  const verified = await verifyCheckpoint(text, keys)
  if (!verified) return whyNot(text, source, keys)
  if (verified.origin === keys.origin) return { text, verified, strangers: strangersIn(text, keys) }
  return aFinding('SIGNATURE', `The checkpoint belongs to another log: ${verified.origin}.`, [
    { source: source.name, checkpoint: text },
  ])
}

async function whyNot(text: string, source: LogSource, keys: AuditKeys): Promise<Finding> {
  const evidence = [{ source: source.name, checkpoint: text }]
  const head = parseTreeHead(parseNote(text)?.text ?? '')
  if (!head) return aFinding('SIGNATURE', 'The served file is not a checkpoint.', evidence)
  if (head.origin !== keys.origin)
    return aFinding('SIGNATURE', `The checkpoint belongs to ${head.origin}, not to ${keys.origin}.`, evidence)
  if (await verifyCheckpoint(text, { logKeys: keys.logKeys, witnessKeys: [] }))
    return aFinding('SIGNATURE', 'The log signed the checkpoint, but the signature of a witness is invalid.', evidence)
  const fresh = await signersOf(text, keys)
  if (fresh.length === 0) return aFinding('SIGNATURE', 'No key of the log signed the checkpoint.', evidence)
  const how = 'If the operator of the log confirms the key, give it and the old ones with --key.'
  return aFinding('KEYS', `The checkpoint is signed by a key that is new to you: ${fresh.join(', ')}. ${how}`, evidence)
}

/** Untrusted keys of the log that signed the checkpoint. */
async function signersOf(text: string, { unseen }: AuditKeys): Promise<string[]> {
  const signed = unseen.map(async (key) => {
    const checkpoint = await verifyCheckpoint(text, { logKeys: [key], witnessKeys: [] })
    return checkpoint ? [formatVerifierKey(key)] : []
  })
  return (await Promise.all(signed)).flat()
}

function strangersIn(text: string, { logKeys, witnessKeys }: AuditKeys): string[] {
  const note = parseNote(text)
  const known = [...logKeys, ...witnessKeys]
  const isKnown = (one: NonNullable<typeof note>['signatures'][number]) =>
    known.some((key) => signaturesOf({ signatures: [one] }, key).length > 0)
  return [...new Set((note?.signatures ?? []).filter((one) => !isKnown(one)).map(({ name }) => name))]
}

export interface SignedTree extends Evidence {
  head: TreeHead
}

/** See c2sp.org/tlog-witness, "Monitor Retrieval Mechanism". */
export type Sighting = { address: string } & (
  { seen: SignedTree; cosigned: readonly { name: string; time: number }[] } | { seen: null; finding: Finding | null }
)

/** @param address its monitoring prefix. @throws AuditError if it does not respond */
export async function askWitness(address: URL, keys: AuditKeys): Promise<Sighting> {
  const path = `${toHex(sha256(toUtf8(keys.origin)))}/checkpoint`
  const served = await readCheckpoint(createHttpSource(address), path, keys)
  const where = { address: address.href }
  if (!served) return { ...where, seen: null, finding: null }
  if (!('verified' in served)) return { ...where, seen: null, finding: served }
  const { text, verified } = served
  const seen = { source: `as ${address.href} saw it`, checkpoint: text, head: verified }
  return { ...where, seen, cosigned: verified.cosignatures }
}
