/** What certificates say in words, by status and mode. */
export const tagSentences = {
  valid: 'Valid',
  revoked: 'Revoked. It no longer counts.',
  expired: 'Expired. It was valid once.',
  test: 'TEST MODE: issued while this service was tried out. It proves nothing.',
  sample: 'SAMPLE: nobody has earned this.',
  general: 'Tested with general questions on safety and quality at work, none on this skill alone.',
  secured: 'Verified & Blockchain Secured: its entry stands in a public log that can only grow.',
  /** Where it does not count, or not any more. */
  recorded: 'Its entry stands in a public log that can only grow.',
  whatItIs:
    'A TrustTag is the result of an unproctored knowledge test. It is no license and no certification of a trade.',
} as const
