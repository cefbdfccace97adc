/** What an operator changes to make the site their own. */
export const siteConfig = {
  name: 'TrustTag',
  contact: {
    email: 'support@trusttag.example',
    phone: { label: '(313) 555-0142', href: 'tel:+13135550142' },
  },
  availability: 'Available in 50+ countries',
} as const
