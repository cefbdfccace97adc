import { isRecord } from '../lib/is-record'
import type { ClientContext } from './context'

/** Who sent a visitor here, where the page has the partner programme Rewardful and nobody objects. */
export function referral({ mayTrack, window }: Pick<ClientContext, 'mayTrack' | 'window'>) {
  const known: unknown = mayTrack && Reflect.get(window, 'Rewardful')
  if (!isRecord(known)) return {}
  const { referral: referred, coupon } = known
  return referred ? { rewardfulData: { referral: referred, coupon: isRecord(coupon) ? coupon['id'] : undefined } } : {}
}
