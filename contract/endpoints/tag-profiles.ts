import type { Endpoint } from './endpoint'

/** Ours: the profile of whoever holds TrustTags, and what they can take with them. */
export const tagProfileEndpoints = {
  getTagProfile: { method: 'GET', path: '/trusttag/profile', access: 'member' },
  updateTagProfile: { method: 'PATCH', path: '/trusttag/profile', access: 'member' },
  /** As anybody sees it. Views are counted, but for those of the holder. */
  getPublicProfile: { method: 'GET', path: '/trusttag/profiles/:slug', access: 'optional' },
  getPortfolioText: { method: 'GET', path: '/trusttag/portfolio', access: 'member' },
  /** Every TrustTag with its certificate and its picture, in one archive. */
  getPortfolioArchive: { method: 'GET', path: '/trusttag/portfolio.zip', access: 'member', answer: 'file' },
  /** Everything that is kept about the member. */
  exportMyData: { method: 'GET', path: '/trusttag/export', access: 'member' },
} as const satisfies Record<string, Endpoint>
