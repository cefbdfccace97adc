/** Organization types of partnership inquiries (seed 000 section 3): code → name. */
export const organizationTypes = {
  enterprise: 'Enterprise',
  ngo: 'NGO',
  training: 'Training organization',
  government: 'Government',
  international: 'International organization',
  other: 'Other',
} as const

export type OrganizationType = keyof typeof organizationTypes
