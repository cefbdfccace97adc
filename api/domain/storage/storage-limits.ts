import { storageLimits, UNVERIFIED_SHARE_PERCENT } from '../../../contract/storage-limits'
import type { Mode } from '../../lib/ids'

/** In bytes; what `contract/storage-limits` says of a mode, with the totals of an app. */
export interface ModeStorageLimits {
  unverifiedAccount: number
  account: number
  unverifiedPerAddressAndDay: number
  perAddressAndDay: number
  /** Of all accounts without a verified email together. */
  unverifiedTotal: number
  total: number
}

export type StorageLimits = Readonly<Record<Mode, ModeStorageLimits>>

/** @param totals bytes that an app may store in each mode */
export function storageLimitsWith(totals: Readonly<Record<Mode, number>>): StorageLimits {
  const of = (mode: Mode): ModeStorageLimits => ({
    ...storageLimits[mode],
    unverifiedTotal: (totals[mode] * UNVERIFIED_SHARE_PERCENT) / 100,
    total: totals[mode],
  })
  return { live: of('live'), test: of('test') }
}
