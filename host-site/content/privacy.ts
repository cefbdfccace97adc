/** What the privacy page states (seed 000 section 1). */
export const privacyStatements = [
  'We collect basic account details, the optional profile details you enter, and, once you buy something, payment information through third-party processors.',
  'We do not store full card numbers.',
  'We do not sell your data.',
  'You can ask us to delete your data.',
  'When this policy changes, the new text is posted on this page with a new date.',
] as const
