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
  /** We run it ourselves: it says less. */
  isSelfRun: boolean
  /** When it confirmed this very checkpoint; its signature was checked here. Epoch seconds. */
  confirmed: number | null
  /** How many entries it had confirmed when it last did, as the log's own server says; null: none, or nobody knows. */
  lastSize: number | null
  /** When that was. Epoch seconds. */
  lastTime: number | null
  /** The server says that it refuses to go on: for it, the log is not what it was. */
  refuses: boolean
}

/** What is known of one log. */
export type LogState =
  | { kind: 'live'; issuer: string; origin: string; size: number; root: string; witnesses: Witness[] }
  /** Nothing was issued yet. */
  | { kind: 'empty'; witnesses: Witness[] }
  /** Its checkpoint is not signed as it has to be. */
  | { kind: 'wrong' }
  /** Nobody can say. */
  | { kind: 'unreachable' }

export type Logs = Record<ProofMode, LogState>

/**
 * Both logs as they stand now. The signatures of their checkpoints are checked here, with the keys that the server names.
 * @returns null when the server did not say whom to believe
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
  // An empty log has no checkpoint to ask for.
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

/** Null for what did not come, or is no JSON. */
function parse(file: OpenFile): unknown {
  if (file.outcome !== 'read') return null
  try {
    return JSON.parse(file.text)
  } catch {
    return null
  }
}
