import type { TagFacts } from './tag-facts'

/** Nobody of these names has earned them: they show what a check looks like, and say so wherever they appear. */
export const sampleTags: readonly TagFacts[] = [
  sample('TT-WD2024001', 'Web Development', 'Technology', 'Samuel Okoro', 87, '2024-02-12'),
  sample('TT-EL2024017', 'Electrician', 'Skilled Trades & Construction', 'Maria Alvarez', 92, '2024-03-14'),
  sample('TT-QB2024042', 'QuickBooks', 'Business', 'Samuel Okoro', 91, '2024-05-06'),
  sample('TT-PM2024063', 'Project Management', 'Business', 'Samuel Okoro', 86, '2024-09-23'),
]

function sample(
  id: string,
  skill: string,
  category: string,
  holderName: string,
  score: number,
  issued: string,
): TagFacts {
  return {
    id,
    skill,
    category,
    holderName,
    score,
    topics: [],
    issuedAt: Date.parse(issued),
    expiresAt: null,
    revokedAt: null,
    revokeReason: null,
    proof: null,
    mode: 'sample',
  }
}
