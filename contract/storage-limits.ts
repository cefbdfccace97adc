/**
 * Bytes that may be stored, by mode: rows and files together. `account` and the totals count what is there, so that deleting
 * makes room; an address counts what it added on one day (UTC). The totals of an app are settings (`STORAGE_LIVE_MAX_MB`,
 * `STORAGE_TEST_MAX_MB`).
 */
export const storageLimits = {
  live: {
    /** Of an account whose email address nobody verified. */
    unverifiedAccount: 25_000_000,
    /** Of any other account. */
    account: 1_100_000_000,
    /** Of one address, by accounts without a verified email and by visitors. */
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

/** Of the total of an app and mode: what accounts without a verified email may store together. */
export const UNVERIFIED_SHARE_PERCENT = 10

/**
 * Space on the disk that stays free. Uploads stop first, then everything else that members store; logins need what is left.
 * On a small disk the percentage counts.
 */
export const diskReserve = {
  uploads: { bytes: 1_000_000_000, percent: 20 },
  rows: { bytes: 500_000_000, percent: 10 },
} as const

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toLocaleString('en-US')} MB`

/** What a caller learns when a limit is reached; where a figure depends on the mode, the answer names it. All of these are ours. */
export const storageErrors = {
  'storage-needs-verified-email': {
    status: 409,
    message: 'Accounts without a verified email can store little. Verify your email address to store more.',
  },
  'storage-account-full': {
    status: 409,
    message: 'Your account can store no more. Delete something first.',
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

/** What is refused to an account without a verified email, by the sum that is used up. */
export const unverifiedMessages = {
  account: (bytes: number): string =>
    `Accounts without a verified email can store ${megabytes(bytes)}. Verify your email address to store more.`,
  address: (bytes: number): string =>
    `Accounts without a verified email can store ${megabytes(bytes)} a day from one network. Verify your email address to store more.`,
  app: (): string =>
    'The storage that this site has for accounts without a verified email is full. Verify your email address to store more.',
} as const

export const accountFullMessage = (bytes: number): string =>
  `An account can store ${megabytes(bytes)}. Delete something first.`
