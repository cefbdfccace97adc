import { STATUS_LIST_BITS } from '../../../contract/limits'
import type { ProofMode } from '../../../contract/proof-paths'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { StatusPlace } from '../../ports/trusttag/credential-store'

/** A list that is half full is done: places are drawn, so that neighbours in a list have nothing in common. */
const FULL = STATUS_LIST_BITS / 2
const TRIES = 64

/** A place of a status list that nobody has. */
export async function takeStatusPlace(
  { statusPlaces }: Pick<Repositories, 'statusPlaces'>,
  secrets: Pick<Services['secrets'], 'below'>,
  mode: ProofMode,
): Promise<StatusPlace> {
  const { list, used } = await statusPlaces.newest(mode)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const place = { list: used < FULL ? list : list + 1, index: secrets.below(STATUS_LIST_BITS) }
    if (await statusPlaces.take(mode, place)) return place
  }
  throw new Error('No place in a status list is left.')
}
