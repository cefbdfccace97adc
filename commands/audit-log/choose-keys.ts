import { formatVerifierKey, parseVerifierKey } from '../../contract/tlog/signed-note'
import type { VerifierKey } from '../../contract/tlog/signed-note'
import { AuditError } from './audit-error'
import type { AuditState } from './audit-state'
import type { LogSource } from './log-source'

export interface AuditKeys {
  /** Name of the log. */
  origin: string
  logKeys: readonly VerifierKey[]
  witnessKeys: readonly VerifierKey[]
  /** How the log's keys are known. */
  known: 'given' | 'seen' | 'named'
  /** Keys that the log names as its own, and that are not among those trusted. */
  unseen: readonly VerifierKey[]
}

const KEYS_MAX_BYTES = 100_000

/**
 * The keys that an audit trusts: those it was given, else those of last time, else those that the log names. Witnesses come and
 * go: theirs are what the log names, unless some are given.
 * @throws AuditError when no key of a log is known
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
  if (origin === undefined) throw new AuditError(`${source.name} names no key of a log. Give one: --key`)
  if (logKeys.some(({ name }) => name !== origin)) throw new AuditError('These are keys of more than one log.')
  if (state && state.origin !== origin)
    throw new AuditError(`The file of --state is about ${state.origin}, not ${origin}.`)
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

/** Lines that are no key of a kind that is known are passed over. */
async function readNamed(source: LogSource): Promise<VerifierKey[]> {
  const content = await source.read('vkeys', KEYS_MAX_BYTES)
  const lines = new TextDecoder().decode(content ?? new Uint8Array(0)).split('\n')
  return lines.map(parseVerifierKey).filter((key) => key !== null)
}
