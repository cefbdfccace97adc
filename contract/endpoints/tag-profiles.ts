import type { Endpoint } from './endpoint'

/** Ours: the profile of a TrustTag holder, and exports. */
export const tagProfileEndpoints = {
  getTagProfile: { method: 'GET', path: '/trusttag/profile', access: 'member' },
  updateTagProfile: { method: 'PATCH', path: '/trusttag/profile', access: 'member' },
  /** The public profile. Views are counted, except those of the holder. */
  getPublicProfile: { method: 'GET', path: '/trusttag/profiles/:slug', access: 'optional' },
  getPortfolioText: { method: 'GET', path: '/trusttag/portfolio', access: 'member' },
  /** An archive of all TrustTags with certificates and images. */
  getPortfolioArchive: { method: 'GET', path: '/trusttag/portfolio.zip', access: 'member', answer: 'file' },
  /** Everything stored about the member. */
  exportMyData: { method: 'GET', path: '/trusttag/export', access: 'member' },
} as const satisfies Record<string, Endpoint>
