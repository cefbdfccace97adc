import type { Endpoint } from './endpoint'

/**
 * Ours: skills and their assessments; `not-found` for an app that issues no TrustTags. Who is not logged in is known by the
 * `x-visitor-token` that the first attempt answered.
 */
export const assessmentEndpoints = {
  listSkills: { method: 'GET', path: '/trusttag/skills', access: 'public' },
  /** Begins at question 1; an open attempt of the same skill is dropped. */
  startAttempt: { method: 'POST', path: '/trusttag/attempts', access: 'optional' },
  listAttempts: { method: 'GET', path: '/trusttag/attempts', access: 'optional' },
  /** What a visitor did in this browser becomes the member's. */
  claimAttempts: { method: 'POST', path: '/trusttag/attempts/claim', access: 'member' },
  getAttempt: { method: 'GET', path: '/trusttag/attempts/:attemptId', access: 'optional' },
  saveAnswers: { method: 'PATCH', path: '/trusttag/attempts/:attemptId', access: 'optional' },
  /** All questions answered: what is the result. Asked again, it answers the same. */
  completeAttempt: { method: 'POST', path: '/trusttag/attempts/:attemptId/complete', access: 'optional' },
} as const satisfies Record<string, Endpoint>
