/**
 * Paths of the proofs of TrustTags, below the issuer's origin. Issued credentials contain these URLs, so they never
 * change.
 */
export const proofPaths = {
  live: {
    did: '/.well-known/did.json',
    log: '/trusttag/log',
    status: '/trusttag/status',
  },
  /** For Test Mode and samples: another issuer, another log. */
  test: {
    did: '/test/did.json',
    log: '/trusttag/test-log',
    status: '/trusttag/test-status',
  },
} as const

export type ProofMode = keyof typeof proofPaths

export const proofModes = ['live', 'test'] as const satisfies readonly ProofMode[]

/** A status list with the proof that it is the newest in the log. @param list its number */
export const statusFilePath = (mode: ProofMode, list: number): string => `${proofPaths[mode].log}/status/${list}.json`

/** Files of one TrustTag: path below the TrustTag, and media type. */
export const tagFiles = {
  'credential.json': 'application/vc',
  'proof.tlog-proof': 'text/plain; charset=utf-8',
  'presentation.json': 'application/vp',
  'badge.png': 'image/png',
  'badge.svg': 'image/svg+xml',
  'certificate.pdf': 'application/pdf',
} as const

export type TagFile = keyof typeof tagFiles

/** Base path of a TrustTag's files. @param id of the TrustTag */
export const tagFilesPath = (id: string): string => `/trusttag/tags/${encodeURIComponent(id)}`

/** @param id of the TrustTag */
export const tagFilePath = (id: string, file: TagFile): string => `${tagFilesPath(id)}/${file}`

/** The achievement of one TrustTag alone. @param id of the TrustTag */
export const tagAchievementPath = (id: string): string => `/trusttag/tags/${encodeURIComponent(id)}/achievement.json`

/** @param id of a question bank */
export const achievementPath = (id: string): string => `/trusttag/achievements/${encodeURIComponent(id)}`

/** `did:web:` of an origin, with a port written as `%3A`. @param origin such as `http://localhost:4001` */
export const didOf = (origin: string, mode: ProofMode): string =>
  `did:web:${encodeURIComponent(new URL(origin).host)}${mode === 'test' ? ':test' : ''}`

/** Name of a log: its URL without the scheme. */
export const logOrigin = (origin: string, mode: ProofMode): string => new URL(origin).host + proofPaths[mode].log
