import type { Endpoint } from './endpoint'

/** Ours: TrustTags. All but the look-up answer `not-found` for an app that issues none. */
export const tagEndpoints = {
  /** Asked again for the same attempt, it answers the same TrustTag. */
  issueTag: { method: 'POST', path: '/trusttag/tags', access: 'member' },
  listTags: { method: 'GET', path: '/trusttag/tags', access: 'member' },
  updateTag: { method: 'PATCH', path: '/trusttag/tags/:tagId', access: 'member' },
  /** The holder handed the link on. */
  noteShare: { method: 'POST', path: '/trusttag/tags/:tagId/shares', access: 'member' },
  getCertificateText: { method: 'GET', path: '/trusttag/tags/:tagId/certificate', access: 'member' },
  /** A file of one's own, private ones too (`own-tag-files`); those of `/trusttag/tags/…` are for everybody. */
  getOwnTagFile: { method: 'GET', path: '/trusttag/own-tags/:tagId/:file', access: 'member', answer: 'file' },
  /** For everybody, by its ID alone: no app, no key. */
  verifyTag: { method: 'GET', path: '/trusttag/verify/:tagId', access: 'public', app: 'none' },
} as const satisfies Record<string, Endpoint>
