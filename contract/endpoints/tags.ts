import type { Endpoint } from './endpoint'

/** Ours: TrustTags. All except the check return `not-found` for an app that issues none. */
export const tagEndpoints = {
  /** A repeated call for the same attempt returns the same TrustTag. */
  issueTag: { method: 'POST', path: '/trusttag/tags', access: 'member' },
  listTags: { method: 'GET', path: '/trusttag/tags', access: 'member' },
  updateTag: { method: 'PATCH', path: '/trusttag/tags/:tagId', access: 'member' },
  /** The ready files of its attempt, and which of them are shown. */
  listTagSamples: { method: 'GET', path: '/trusttag/tags/:tagId/samples', access: 'member' },
  showTagSamples: { method: 'PUT', path: '/trusttag/tags/:tagId/samples', access: 'member' },
  /** Records that the holder shared the link. */
  noteShare: { method: 'POST', path: '/trusttag/tags/:tagId/shares', access: 'member' },
  getCertificateText: { method: 'GET', path: '/trusttag/tags/:tagId/certificate', access: 'member' },
  /**
   * A file of the caller's own TrustTag, even if it is private (`own-tag-files`). The files at `/trusttag/tags/…` are
   * public.
   */
  getOwnTagFile: { method: 'GET', path: '/trusttag/own-tags/:tagId/:file', access: 'member', answer: 'file' },
  /** For everyone, by its ID alone: no app, no key. */
  verifyTag: { method: 'GET', path: '/trusttag/verify/:tagId', access: 'public', app: 'none' },
} as const satisfies Record<string, Endpoint>
