/** What an operator changes to make the site their own. */
export const siteConfig = {
  name: 'TrustTag',
  contact: {
    email: 'support@trusttag.example',
    phone: { label: '(313) 555-0142', href: 'tel:+13135550142' },
  },
  /** Where people can be met or served; the rest is online. */
  serviceArea: 'Online everywhere TrustTag is available; by phone in the United States and Canada',
  /** Days and hours, Eastern Time. */
  hours: [
    { days: 'Mon-Fri', time: '9:00-18:00 ET' },
    { days: 'Sat', time: '10:00-16:00 ET' },
    { days: 'Sun', time: 'closed' },
  ],
  availability: 'Available in 50+ countries',
} as const

/** What is said beside every field for an email address. */
export const emailTexts = {
  missing: 'Please enter your email address.',
  wrong: 'Please enter an email address, such as name@example.com.',
} as const

/** What somebody wants to know before signing up; the terms and the privacy policy say the same. */
export const joiningNotes = [
  'Joining costs nothing. What costs something is a TrustTag.',
  'Others see only what stands on your TrustTags: never your email address, phone number or answers.',
  'You can delete your account at any time.',
] as const
