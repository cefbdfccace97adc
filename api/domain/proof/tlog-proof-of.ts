import { formatTlogProof } from '../../../contract/tlog/tlog-proof'
import { proveInclusion } from '../../../contract/tlog/prove'
import type { Repositories } from '../../ports/store'
import type { CredentialRow } from '../../ports/trusttag/credential-store'
import type { CosignedCheckpoint } from '../../ports/trusttag/log-store'
import { hashReader } from './append-entry'

/**
 * The file that shows that a credential stands in the log: with the first checkpoint that most witnesses signed, or, while
 * none has, with the newest one.
 */
export async function tlogProofOf(
  { log }: Pick<Repositories, 'log'>,
  { mode, logIndex }: Pick<CredentialRow, 'mode' | 'logIndex'>,
): Promise<string> {
  const checkpoint = (await log.bestCosigned(mode, logIndex + 1)) ?? (await log.head(mode))
  if (!checkpoint) throw new Error('There is a credential, but no log.')
  const path = await proveInclusion(logIndex, checkpoint.size, hashReader(log, mode))
  return formatTlogProof({ index: logIndex, path, checkpoint: withCosignatures(checkpoint) })
}

/** A checkpoint as it is handed out. */
export const withCosignatures = ({
  checkpoint,
  cosignatures = [],
}: Pick<CosignedCheckpoint, 'checkpoint'> & Partial<CosignedCheckpoint>): string =>
  checkpoint + cosignatures.map(({ line }) => line).join('')
