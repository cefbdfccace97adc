/** How often one key (an IP address, an account, an app) may do one thing. */
export interface RateLimit {
  /** Uses within `windowSeconds`. RATE_LIMIT_FACTOR multiplies it; nothing switches a limit off. */
  max: number
  windowSeconds: number
  /**
   * How several processes count together. `exact`, the default: every use is counted in the shared store before the answer.
   * `approximate`: each process counts in memory and exchanges its counts in the background (docs/scaling.md has the bound).
   */
  counting?: 'exact' | 'approximate'
}

/** A caller by IPv6 is counted in each of these networks, with this multiple of `max`. Callers by IPv4 count by address. */
export const ipv6Networks = [
  { bits: 64, times: 1 },
  { bits: 56, times: 4 },
  { bits: 48, times: 8 },
] as const

const table = {
  callsPerAddress: { max: 200, windowSeconds: 30, counting: 'approximate' },
  signupsPerAddress: { max: 30, windowSeconds: 600 },
  loginsPerAddress: { max: 60, windowSeconds: 600 },
  failedLoginsPerAccount: { max: 10, windowSeconds: 900 },
  /** One-time codes to log in or to sign up with. */
  passwordlessMailsPerAddress: { max: 20, windowSeconds: 900 },
  passwordlessMailsPerAccount: { max: 5, windowSeconds: 900 },
  passwordlessTriesPerAddress: { max: 30, windowSeconds: 900 },
  passwordChangesPerAccount: { max: 10, windowSeconds: 900 },
  emailChangesPerAccount: { max: 5, windowSeconds: 900 },
  /** Windows of providers opened, and answers fetched. */
  providerFlowsPerAddress: { max: 60, windowSeconds: 600 },
  connectTicketsPerAccount: { max: 30, windowSeconds: 900 },
  memberTicketsPerAccount: { max: 60, windowSeconds: 900 },
  checkoutsPerAccount: { max: 30, windowSeconds: 900 },
  billingPortalsPerAccount: { max: 30, windowSeconds: 900 },
  /** Cards tried at the hosted test checkout. */
  testCardsPerAddress: { max: 60, windowSeconds: 600 },
  teamJoinsPerAccount: { max: 30, windowSeconds: 900 },
  inviteTokenFailuresPerAddress: { max: 30, windowSeconds: 900 },
  inviteTokensPerAccount: { max: 30, windowSeconds: 900 },
  imageUploadsPerAccount: { max: 20, windowSeconds: 900 },
  /** Messages to an owner. */
  inboxMessagesPerAddress: { max: 10, windowSeconds: 900 },
  /** Unasked mails to one address, whoever gave it. */
  inboxConfirmationsPerRecipient: { max: 3, windowSeconds: 3_600 },
  /** Assessments begun, by members and visitors. */
  attemptsPerAddress: { max: 30, windowSeconds: 3_600 },
  /** Begun by visitors at one skill, by address and skill: nobody shall try until it fits and claim only that. */
  visitorAttemptsPerSkill: { max: 10, windowSeconds: 86_400 },
  workSamplesPerAccount: { max: 100, windowSeconds: 3_600 },
  sampleLinksPerAccount: { max: 200, windowSeconds: 900 },
  tagPurchasesPerAccount: { max: 30, windowSeconds: 900 },
  tagIssuesPerAccount: { max: 30, windowSeconds: 900 },
  tagSharesPerAccount: { max: 60, windowSeconds: 900 },
  /** Certificates, which are drawn anew each time, and exports. */
  tagDownloadsPerAccount: { max: 60, windowSeconds: 900 },
  /** Of all certificates of somebody at once. */
  tagArchivesPerAccount: { max: 6, windowSeconds: 900 },
  /** Look-ups of TrustTags by their ID. */
  tagChecksPerAddress: { max: 60, windowSeconds: 60, counting: 'approximate' },
  profileViewsPerAddress: { max: 120, windowSeconds: 600, counting: 'approximate' },
  /** Data tables (the published client's limits): reads by address, writes by member, or by address of a visitor. */
  recordReadsPerAddress: { max: 250, windowSeconds: 10, counting: 'approximate' },
  recordsCreatedPerCaller: { max: 10, windowSeconds: 60 },
  recordWritesPerCaller: { max: 30, windowSeconds: 60 },
  commentsPerAccount: { max: 20, windowSeconds: 300 },
  commentVotesPerAccount: { max: 120, windowSeconds: 300 },
  /** How often one address counts as a view of one profile. */
  countedViewsPerVisitor: { max: 1, windowSeconds: 1_800 },
  /** Credentials that tools have signed or checked by the VC API, where it is on. */
  vcApiCallsPerAddress: { max: 120, windowSeconds: 60, counting: 'approximate' },
  /** Of the admin API (the published client's limit), and keys that are none. */
  adminCallsPerKey: { max: 250, windowSeconds: 10, counting: 'approximate' },
  secretKeyFailuresPerAddress: { max: 30, windowSeconds: 900 },
  ownerLinksPerAddress: { max: 20, windowSeconds: 900 },
  captchaChallengesPerAddress: { max: 60, windowSeconds: 600 },
  resetMailsPerAddress: { max: 20, windowSeconds: 900 },
  resetMailsPerAccount: { max: 5, windowSeconds: 900 },
  resetTriesPerAddress: { max: 30, windowSeconds: 900 },
  /** Codes sent with an e-mail, right or wrong, whatever number of mails was asked for. */
  codeTriesPerAccount: { max: 15, windowSeconds: 900 },
  codeTriesPerAccountADay: { max: 50, windowSeconds: 86_400 },
  /** A code sent without its e-mail (published clients): failures per address and per app before only the mailed link works. */
  bareCodeFailuresPerAddress: { max: 5, windowSeconds: 900 },
  bareCodeFailuresPerApp: { max: 50, windowSeconds: 900 },
  verificationMailsPerAccount: { max: 5, windowSeconds: 900 },
  verificationTriesPerAddress: { max: 30, windowSeconds: 900 },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof table

export const rateLimits: Readonly<Record<RateLimitName, RateLimit>> = table
