/** What is said beside every field for an email address. */
export const emailWords = {
  missing: 'Please enter your email address.',
  wrong: 'Please enter an email address, such as name@example.com.',
} as const
