/** How often one key (an IP address, an account, an app) can do one thing. */
export interface RateLimit {
  /** Uses within `windowSeconds`. RATE_LIMIT_FACTOR multiplies it; a limit can't be switched off. */
  max: number
  windowSeconds: number
  /**
   * How several processes count together. `exact`, the default: every use is counted in the shared store before the
   * response. `approximate`: each process counts in memory and exchanges its counts in the background (for the bound
   * see docs/scaling.md).
   */
  counting?: 'exact' | 'approximate'
}

/**
 * An IPv6 caller is counted in each of these networks, with this multiple of `max`. IPv4 callers are counted by IP
 * address.
 */
export const ipv6Networks = [
  { bits: 64, times: 1 },
  { bits: 56, times: 4 },
  { bits: 48, times: 8 },
] as const

const table = {
  callsPerAddress: { max: 200, windowSeconds: 30, counting: 'approximate' },
  signupsPerAddress: { max: 30, windowSeconds: 600 },
  loginsPerAddress: { max: 60, windowSeconds: 600 },
  /** Wrong passwords from all unknown devices together. After that, each attempt needs a proof of work. */
  failedLoginsPerAccount: { max: 10, windowSeconds: 900 },
  /** One-time codes for login and sign-up. */
  passwordlessMailsPerAddress: { max: 20, windowSeconds: 900 },
  passwordlessMailsPerAccount: { max: 5, windowSeconds: 900 },
  passwordlessTriesPerAddress: { max: 30, windowSeconds: 900 },
  passwordChangesPerAccount: { max: 10, windowSeconds: 900 },
  emailChangesPerAccount: { max: 5, windowSeconds: 900 },
  /** Opened provider windows and fetched results. */
  providerFlowsPerAddress: { max: 60, windowSeconds: 600 },
  connectTicketsPerAccount: { max: 30, windowSeconds: 900 },
  memberTicketsPerAccount: { max: 60, windowSeconds: 900 },
  checkoutsPerAccount: { max: 30, windowSeconds: 900 },
  billingPortalsPerAccount: { max: 30, windowSeconds: 900 },
  /** Cards entered at the hosted test checkout. */
  testCardsPerAddress: { max: 60, windowSeconds: 600 },
  teamJoinsPerAccount: { max: 30, windowSeconds: 900 },
  inviteTokenFailuresPerAddress: { max: 30, windowSeconds: 900 },
  inviteTokensPerAccount: { max: 30, windowSeconds: 900 },
  imageUploadsPerAccount: { max: 20, windowSeconds: 900 },
  /** Messages to an owner. */
  inboxMessagesPerAddress: { max: 10, windowSeconds: 900 },
  /** Unsolicited emails to one email address. */
  inboxConfirmationsPerRecipient: { max: 3, windowSeconds: 3_600 },
  /** Started by visitors, who only practise. Members have their own limit, so that a class behind one address fits. */
  visitorAttemptsPerAddress: { max: 30, windowSeconds: 3_600 },
  attemptsPerAccount: { max: 30, windowSeconds: 3_600 },
  workSamplesPerAccount: { max: 100, windowSeconds: 3_600 },
  sampleLinksPerAccount: { max: 200, windowSeconds: 900 },
  tagPurchasesPerAccount: { max: 30, windowSeconds: 900 },
  tagIssuesPerAccount: { max: 30, windowSeconds: 900 },
  tagSharesPerAccount: { max: 60, windowSeconds: 900 },
  /** Certificates, which are rendered each time, and exports. */
  tagDownloadsPerAccount: { max: 60, windowSeconds: 900 },
  /** Archives of all certificates. */
  tagArchivesPerAccount: { max: 6, windowSeconds: 900 },
  /** Lookups of TrustTags by their ID. */
  tagChecksPerAddress: { max: 60, windowSeconds: 60, counting: 'approximate' },
  profileViewsPerAddress: { max: 120, windowSeconds: 600, counting: 'approximate' },
  /**
   * Data tables (the published client's limits): reads by IP address; writes by member, or by the IP address of a
   * visitor.
   */
  recordReadsPerAddress: { max: 250, windowSeconds: 10, counting: 'approximate' },
  recordsCreatedPerCaller: { max: 10, windowSeconds: 60 },
  recordWritesPerCaller: { max: 30, windowSeconds: 60 },
  commentsPerAccount: { max: 20, windowSeconds: 300 },
  commentVotesPerAccount: { max: 120, windowSeconds: 300 },
  /** How often one IP address is counted as a view of one profile. */
  countedViewsPerVisitor: { max: 1, windowSeconds: 1_800 },
  /** Credentials signed or checked through the VC API, if it is enabled. */
  vcApiCallsPerAddress: { max: 120, windowSeconds: 60, counting: 'approximate' },
  /** Calls of the admin API (the published client's limit), and invalid keys. */
  adminCallsPerKey: { max: 250, windowSeconds: 10, counting: 'approximate' },
  /** Pages fetched for the page checker, by person or key. */
  pageFetchesPerPerson: { max: 10, windowSeconds: 60 },
  /** Test mails, by person or key. */
  testMailsPerPerson: { max: 10, windowSeconds: 600 },
  secretKeyFailuresPerAddress: { max: 30, windowSeconds: 900 },
  /** Calls of one person of the console. */
  consoleCallsPerPerson: { max: 250, windowSeconds: 10, counting: 'approximate' },
  consoleLoginsPerAddress: { max: 60, windowSeconds: 600 },
  /** Setup links and invitations that were wrong or expired. */
  consoleLinkFailuresPerAddress: { max: 20, windowSeconds: 900 },
  staffInvitationsPerApp: { max: 50, windowSeconds: 3_600 },
  ownerLinksPerAddress: { max: 20, windowSeconds: 900 },
  captchaChallengesPerAddress: { max: 60, windowSeconds: 600 },
  resetMailsPerAddress: { max: 20, windowSeconds: 900 },
  resetMailsPerAccount: { max: 5, windowSeconds: 900 },
  resetTriesPerAddress: { max: 30, windowSeconds: 900 },
  /** Codes sent with an email and without a request token, right or wrong. */
  codeTriesPerAccount: { max: 15, windowSeconds: 900 },
  codeTriesPerAccountADay: { max: 50, windowSeconds: 86_400 },
  /**
   * A code sent without its email (published clients): failures per IP address and per app before only the emailed link
   * works.
   */
  bareCodeFailuresPerAddress: { max: 5, windowSeconds: 900 },
  bareCodeFailuresPerApp: { max: 50, windowSeconds: 900 },
  verificationMailsPerAccount: { max: 5, windowSeconds: 900 },
  verificationTriesPerAddress: { max: 30, windowSeconds: 900 },

  // Guessing (docs/decisions/sign-in.md). Failures of unknown devices never affect a known one.
  /** Wrong passwords from one known device of one account. */
  failedLoginsPerKnownDevice: { max: 10, windowSeconds: 900 },
  /** Logins, right or wrong, from one known device, which does not share the limit of its IP address. */
  loginsPerKnownDevice: { max: 60, windowSeconds: 600 },
  /** Wrong passwords from all unknown devices together; `failedLoginsPerAccount` limits those without proof of work. */
  failedLoginsPerAccountADay: { max: 50, windowSeconds: 86_400 },
  /** Wrong current passwords of a logged-in member, and wrong passwords on the page of a verification link. */
  failedPasswordChecksPerMember: { max: 10, windowSeconds: 900 },
  /**
   * Responses `no-password-set` and `use-social-login`, which reveal a member. After that, the response is
   * `invalid-credentials`.
   */
  revealedMethodsPerAddress: { max: 10, windowSeconds: 900 },
  /** Proofs of a logged-in member. A right one renews the token, so the counter starts again. */
  stepUpsPerSession: { max: 10, windowSeconds: 900 },
  /** Attempts at the code of one request token. The window is longer than the lifetime of any code. */
  codeTriesPerRequest: { max: 5, windowSeconds: 3_600 },
  /**
   * Wrong codes from unknown devices in one app. After the first limit, each attempt needs a proof of work; after the
   * second, only the emailed link works.
   */
  codeFailuresPerApp: { max: 100, windowSeconds: 900 },
  codeFailuresPerAppInAll: { max: 500, windowSeconds: 900 },
  /** Code emails of one kind that our client requests for one account. */
  codeMailsPerKnownDevice: { max: 5, windowSeconds: 900 },
  codeMailsPerUnknownDevices: { max: 5, windowSeconds: 900 },
  codeMailsPerUnknownDevicesADay: { max: 10, windowSeconds: 86_400 },

  // Passkeys and the second step (docs/decisions/sign-in.md)
  passkeyChallengesPerAddress: { max: 120, windowSeconds: 600 },
  passkeyLoginsPerAddress: { max: 60, windowSeconds: 600 },
  passkeyChangesPerAccount: { max: 60, windowSeconds: 900 },
  /** New secrets, confirmations, recovery codes: each set costs ten hashes. */
  secondFactorChangesPerAccount: { max: 20, windowSeconds: 900 },
  /** Wrong codes in the second step; each challenge also has only five tries. */
  secondStepsPerKnownDevice: { max: 10, windowSeconds: 900 },
  /** The same of all unknown devices of an account. After that, a passkey works. */
  secondStepsPerAccount: { max: 10, windowSeconds: 900 },
  secondStepsPerAccountADay: { max: 50, windowSeconds: 86_400 },
  /** Mails for a lost second factor. */
  recoveriesPerAccount: { max: 3, windowSeconds: 86_400 },
  /** “Someone knows your password.” */
  secondStepMailsPerAccount: { max: 1, windowSeconds: 900 },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof table

export const rateLimits: Readonly<Record<RateLimitName, RateLimit>> = table
