/** Operators edit these values for their own site. */
export const siteConfig = {
  name: 'TrustTag',
  contact: {
    email: 'support@trusttag.example',
    phone: { label: '(313) 555-0142', href: 'tel:+13135550142' },
  },
  /** Everything else is online. */
  serviceArea: 'Online everywhere TrustTag is available; by phone in the United States and Canada',
  /** Eastern Time. */
  hours: [
    { days: 'Mon-Fri', time: '9:00-18:00 ET' },
    { days: 'Sat', time: '10:00-16:00 ET' },
    { days: 'Sun', time: 'closed' },
  ],
  /** For people who bought TrustTags. */
  paidReply: 'within one business day',
  availability: 'Available in 50+ countries',
} as const

export const emailTexts = {
  missing: 'Please enter your email address.',
  wrong: 'Please enter an email address, such as name@example.com.',
} as const

/** The terms and the privacy policy must say the same. */
export const joiningNotes = [
  'Joining is free. You pay only for TrustTags.',
  'Others see only what is on your TrustTags, never your email address, phone number or answers.',
  'You can delete your account at any time.',
] as const
