import type { TagFacts } from '../tags/tag-facts'

const names = {
  live: 'TrustTag',
  test: 'TrustTag (Test Mode, proves nothing)',
  sample: 'TrustTag (sample, proves nothing)',
} as const satisfies Record<TagFacts['mode'], string>

/** As it stands in credentials. */
export const issuerName = (mode: TagFacts['mode']): string => names[mode]
