import { toHex } from '../../../contract/bytes'
import { isRecord, listOf, recordOf, textOf } from '../../../contract/credential/json-reading'
import { readTrust } from '../../../contract/credential/read-trust'
import type { TrustedIssuer } from '../../../contract/credential/report'
import { logStatusPath } from '../../../contract/log-status'
import { type ProofMode, proofModes, proofPaths } from '../../../contract/proof-paths'
import { type Cosignature, verifyCheckpoint } from '../../../contract/tlog/checkpoint'
import type { OpenFile, SiteApi } from '../../lib/site-api'

export interface Witness {
  name: string
  /** Run by us, so it proves less. */
  isSelfRun: boolean
  /** When it confirmed this checkpoint; we checked its signature. Epoch seconds. */
  confirmed: number | null
  /** Entries it last confirmed, as the log's server reports; null if none or unknown. */
  lastSize: number | null
  /** Time of `lastSize`. Epoch seconds. */
  lastTime: number | null
  /** The server reports that the witness refuses: the log does not extend what it saw. */
  refuses: boolean
}

export type LogState =
  | { kind: 'live'; issuer: string; origin: string; size: number; root: string; witnesses: Witness[] }
  | { kind: 'empty'; witnesses: Witness[] }
  /** The checkpoint's signature is invalid. */
  | { kind: 'wrong' }
  /** No response. */
  | { kind: 'unreachable' }

export type Logs = Record<ProofMode, LogState>

/**
 * Checks the checkpoints' signatures here, with the keys that the server names.
 * @returns null if the server did not name the keys
 */
export async function readLogs({ readOpenFile }: Pick<SiteApi, 'readOpenFile'>): Promise<Logs | null> {
  const issuers = tryTrust(parse(await readOpenFile('/trusttag/trust.json')))
  const [live, test] = await Promise.all(
    proofModes.map(async (mode) => {
      const issuer = issuers.find((one) => one.mode === mode)
      return issuer ? readLog(readOpenFile, issuer) : null
    }),
  )
  return live && test ? { live, test } : null
}

function tryTrust(document: unknown): readonly TrustedIssuer[] {
  try {
    return readTrust(document)
  } catch {
    return []
  }
}

async function readLog(readOpenFile: SiteApi['readOpenFile'], issuer: TrustedIssuer): Promise<LogState> {
  const status = recordOf(parse(await readOpenFile(logStatusPath(issuer.mode))))
  const told = listOf(status.witnesses).filter(isRecord)
  const witnesses = (cosignatures: readonly Cosignature[]) =>
    issuer.witnesses.map(({ key: { name }, isSelfRun }) => toWitness(name, isSelfRun, cosignatures, told))
  // An empty log has no checkpoint.
  if (status.size === 0) return { kind: 'empty', witnesses: witnesses([]) }
  const checkpoint = await readOpenFile(`${proofPaths[issuer.mode].log}/checkpoint`)
  if (checkpoint.outcome === 'missing') return { kind: 'empty', witnesses: witnesses([]) }
  if (checkpoint.outcome !== 'read') return { kind: 'unreachable' }
  const witnessKeys = issuer.witnesses.map(({ key }) => key)
  const head = await verifyCheckpoint(checkpoint.text, { logKeys: issuer.logKeys, witnessKeys })
  if (!head) return { kind: 'wrong' }
  const { origin, size, root, cosignatures } = head
  return { kind: 'live', issuer: issuer.did, origin, size, root: toHex(root), witnesses: witnesses(cosignatures) }
}

function toWitness(
  name: string,
  isSelfRun: boolean,
  cosignatures: readonly Cosignature[],
  told: readonly Record<string, unknown>[],
): Witness {
  const { lastSize, lastTime, state } = told.find((one) => textOf(one.name) === name) ?? {}
  return {
    name,
    isSelfRun,
    confirmed: cosignatures.find((one) => one.name === name)?.time ?? null,
    lastSize: isCount(lastSize) ? lastSize : null,
    lastTime: isCount(lastTime) ? lastTime : null,
    refuses: state === 'refuses',
  }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** Null if it was not read or is not JSON. */
function parse(file: OpenFile): unknown {
  if (file.outcome !== 'read') return null
  try {
    return JSON.parse(file.text)
  } catch {
    return null
  }
}
