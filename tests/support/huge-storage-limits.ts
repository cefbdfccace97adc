import type { StorageLimits } from '../../api/features/files/account-storage'

const none = {
  unverifiedAccount: 1e15,
  account: 1e15,
  unverifiedPerAddressAndDay: 1e15,
  perAddressAndDay: 1e15,
  unverifiedTotal: 1e15,
  total: 1e15,
}

/** Only tests about the limits reach them. */
export const hugeStorageLimits: StorageLimits = { live: none, test: none }
