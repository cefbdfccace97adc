import { ASSESSMENT_QUESTIONS } from './limits'

/** The packages of TrustTags (seed 000 sections 3 and 9). */
export interface TrustTagPackage {
  id: string
  name: string
  /** In US dollar cents; `Custom` is negotiated. */
  priceCents: number | 'Custom'
  tags: number | '10+' | 'Unlimited'
  description: string
  features: readonly string[]
  /** Marked as most popular. */
  popular: boolean
  note?: string
}

/** Features that are offered but not built yet; marked "planned" wherever they are listed. */
export const plannedFeatures: ReadonlySet<string> = new Set(['Team dashboard', 'Bulk tools', 'Branding', 'Analytics'])

/** In display order. */
export const trustTagPackages = [
  {
    id: 'single',
    name: 'Single TrustTag',
    priceCents: 700,
    tags: 1,
    description: 'A verified skill badge with your score and a certificate.',
    features: [
      `${ASSESSMENT_QUESTIONS}-question assessment`,
      'Digital certificate',
      'Shareable link',
      'Basic verification',
    ],
    popular: false,
  },
  {
    id: 'three',
    name: '3 TrustTags',
    priceCents: 1800,
    tags: 3,
    description: 'For people with more than one skill.',
    features: ['Three credits, one for each TrustTag', 'Everything in Single TrustTag'],
    popular: true,
    note: 'Save $3',
  },
  {
    id: 'five',
    name: '5 TrustTags',
    priceCents: 3200,
    tags: 5,
    description: 'For a trade and its related skills.',
    features: ['Five credits, one for each TrustTag', 'Everything in Single TrustTag'],
    popular: false,
    note: 'Save $3',
  },
  {
    id: 'ten-plus',
    name: '10+ TrustTags',
    priceCents: 'Custom',
    tags: '10+',
    description: 'For a crew, a class or a team.',
    features: ['Ten or more credits', 'Everything in Single TrustTag'],
    popular: false,
  },
  {
    id: 'business',
    name: 'Business Package',
    priceCents: 'Custom',
    tags: 'Unlimited',
    description: 'For companies that test and train their people.',
    features: ['Team dashboard', 'Bulk tools', 'Branding', 'Analytics'],
    popular: false,
  },
] as const satisfies readonly TrustTagPackage[]

export const packageWith = (id: string | null): TrustTagPackage | null =>
  trustTagPackages.find((one) => one.id === id) ?? null
