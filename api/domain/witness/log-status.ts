import { toHex } from '../../../contract/bytes'
import type { LogStatus } from '../../../contract/log-status'
import { logOrigin } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import { parseTreeHead } from '../../../contract/tlog/checkpoint'
import { EMPTY_ROOT } from '../../../contract/tlog/merkle'
import { parseNote } from '../../../contract/tlog/signed-note'
import type { Services } from '../../ports/services'
import type { CosignedCheckpoint } from '../../ports/trusttag/log-store'
import type { Witness } from '../../ports/trusttag/witness'

type StatusServices = Pick<Services, 'store' | 'issuer' | 'witnesses' | 'witnessStates'>

/** Where a log stands, and what each of its witnesses says of it. */
export async function logStatus(services: StatusServices, mode: ProofMode): Promise<LogStatus> {
  const { log } = services.store
  const head = await log.head(mode)
  const newest = await log.newestCosigned(mode)
  const asked = services.witnesses.filter(({ isRetired }) => isRetired !== true)
  const times = newest !== null && newest.size === head?.size ? newest.cosignatures.map(({ time }) => time) : []
  return {
    origin: logOrigin(services.issuer.origin, mode),
    size: head?.size ?? 0,
    root: toHex(rootOf(head?.checkpoint)),
    checkpointTime: times.length > 0 ? Math.min(...times) : null,
    witnesses: await Promise.all(asked.map((witness) => statusOf(services, mode, witness, newest))),
  }
}

async function statusOf(
  { store: { log }, witnessStates }: StatusServices,
  mode: ProofMode,
  { key: { name }, isSelfRun }: Witness,
  newest: CosignedCheckpoint | null,
): Promise<LogStatus['witnesses'][number]> {
  const { state, last } = witnessStates.read(mode, name)
  const stored = newest?.cosignatures.find(({ witness }) => witness === name)
  const size = newest && stored ? newest.size : await log.newestSizeOf(mode, name)
  // Another process may have asked later, and this one may have been answered again without anything new.
  const isNewer = last !== null && last.size >= size
  const lastTime = isNewer ? last.time : (stored?.time ?? null)
  return { name, isSelfRun, lastSize: isNewer ? last.size : size, lastTime, state }
}

/** Of what the log has signed. */
function rootOf(checkpoint: string | undefined): Uint8Array {
  const note = checkpoint === undefined ? null : parseNote(checkpoint)
  return (note && parseTreeHead(note.text)?.root) ?? EMPTY_ROOT
}
