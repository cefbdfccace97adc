import { join } from 'node:path'
import { proofModes } from '../../../contract/proof-paths'
import { ConfigError } from '../../config'
import type { Config } from '../../config'
import type { WitnessAddress } from '../../domain/witness/witness-settings'
import { createWitnessStates } from '../../domain/witness/witness-states'
import type { WitnessStates } from '../../domain/witness/witness-states'
import type { Services } from '../../ports/services'
import type { Witness } from '../../ports/trusttag/witness'
import { createHttpWitness } from './http-witness'
import { openOwnWitness } from './own-witness'
import { createWitnessWorker } from './witness-worker'
import type { WitnessWorker } from './witness-worker'

export interface OpenedWitnesses {
  witnesses: readonly Witness[]
  witnessStates: WitnessStates
  worker: WitnessWorker
}

/**
 * Those who watch the logs, and who hands the logs to them.
 * @throws {ConfigError} when the key of the API's own witness cannot be used
 */
export function openWitnesses(
  { witnesses: { others, isSelfRun }, dataDir }: Pick<Config, 'witnesses' | 'dataDir'>,
  services: Pick<Services, 'store' | 'issuer' | 'clock' | 'log'>,
): OpenedWitnesses {
  const own = isSelfRun ? [openOwn(join(dataDir, 'witness'), services)] : []
  const witnesses = [...others.map(openOther), ...own]
  const asked = witnesses.filter(({ isRetired }) => isRetired !== true)
  const witnessStates = createWitnessStates()
  return { witnesses, witnessStates, worker: createWitnessWorker({ ...services, witnesses: asked, witnessStates }) }
}

const openOther = ({ key, url }: WitnessAddress): Witness =>
  url === null
    ? { key, isSelfRun: false, isRetired: true, addCheckpoint: () => Promise.reject(new Error('it is asked no more')) }
    : createHttpWitness({ key, url })

function openOwn(folder: string, { issuer, clock }: Pick<Services, 'issuer' | 'clock'>): Witness {
  const logKeys = () => proofModes.flatMap((mode) => issuer.logKeys(mode))
  try {
    return openOwnWitness({ folder, host: new URL(issuer.origin).host, logKeys, clock })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`${reason} See docs/witness.md; SELF_WITNESS=off starts without it.`, { cause: error })
  }
}
