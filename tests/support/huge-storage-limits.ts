import type { StorageLimits } from '../../api/domain/storage/storage-limits'

const none = {
  unverifiedAccount: 1e15,
  account: 1e15,
  unverifiedPerAddressAndDay: 1e15,
  perAddressAndDay: 1e15,
  unverifiedTotal: 1e15,
  total: 1e15,
}

/** As the rate limits, which tests raise a thousandfold: only the tests about them meet them. */
export const hugeStorageLimits: StorageLimits = { live: none, test: none }
