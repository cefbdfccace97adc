/**
 * Storage limits in bytes, by mode: rows and files together. `account` and the totals count what is stored, so deleting
 * makes room; an IP address counts what it added in one day (UTC). The totals of an app are settings
 * (`STORAGE_LIVE_MAX_MB`, `STORAGE_TEST_MAX_MB`).
 */
export const storageLimits = {
  live: {
    /** An account without a verified email address. */
    unverifiedAccount: 25_000_000,
    /** Any other account. */
    account: 1_100_000_000,
    /** One IP address, by accounts without a verified email and by visitors. */
    unverifiedPerAddressAndDay: 250_000_000,
    perAddressAndDay: 5_000_000_000,
  },
  test: {
    unverifiedAccount: 10_000_000,
    account: 250_000_000,
    unverifiedPerAddressAndDay: 100_000_000,
    perAddressAndDay: 500_000_000,
  },
} as const

/** The share of the total of an app and mode for all accounts without a verified email. */
export const UNVERIFIED_SHARE_PERCENT = 10

/**
 * Free disk space to keep. Uploads stop first, then all other writes of members; logins need the rest. On a small disk,
 * the percentage applies.
 */
export const diskReserve = {
  uploads: { bytes: 1_000_000_000, percent: 20 },
  rows: { bytes: 500_000_000, percent: 10 },
} as const

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toLocaleString('en-US')} MB`

/** Errors when a limit is reached. If a figure depends on the mode, the message states it. All of these are ours. */
export const storageErrors = {
  'storage-needs-verified-email': {
    status: 409,
    message: 'Accounts without a verified email have little storage. Verify your email address to store more.',
  },
  'storage-account-full': {
    status: 409,
    message: 'Your account storage is full. Delete something first.',
  },
  'storage-address-full': {
    status: 429,
    message: 'Too much was stored from your network today. Try again tomorrow.',
  },
  'storage-app-full': {
    status: 507,
    message: 'The storage of this site is full. Contact its owner.',
  },
} as const

/** Messages for accounts without a verified email, by the limit that was reached. */
export const unverifiedMessages = {
  account: (bytes: number): string =>
    `Accounts without a verified email can store ${megabytes(bytes)}. Verify your email address to store more.`,
  address: (bytes: number): string =>
    `Accounts without a verified email can store ${megabytes(bytes)} a day from one network. Verify your email address to store more.`,
  app: (): string =>
    'This site’s storage for accounts without a verified email is full. Verify your email address to store more.',
} as const

export const accountFullMessage = (bytes: number): string =>
  `An account can store ${megabytes(bytes)}. Delete something first.`
