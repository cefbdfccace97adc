import type { Endpoint } from './endpoint'

/**
 * Ours: skills and their assessments; `not-found` for an app that issues no TrustTags. A visitor is identified by the
 * `x-visitor-token` that the first attempt returned.
 */
export const assessmentEndpoints = {
  listSkills: { method: 'GET', path: '/trusttag/skills', access: 'public' },
  /** What a skill is tested with, one open question with its answer, and how many pass. */
  getSkill: { method: 'GET', path: '/trusttag/skills/:slug', access: 'public' },
  /** Starts at question 1. An open attempt at the same claim starts again with the same questions. */
  startAttempt: { method: 'POST', path: '/trusttag/attempts', access: 'optional' },
  listAttempts: { method: 'GET', path: '/trusttag/attempts', access: 'optional' },
  /** Moves a visitor's attempts in this browser to the member. */
  claimAttempts: { method: 'POST', path: '/trusttag/attempts/claim', access: 'member' },
  getAttempt: { method: 'GET', path: '/trusttag/attempts/:attemptId', access: 'optional' },
  saveAnswers: { method: 'PATCH', path: '/trusttag/attempts/:attemptId', access: 'optional' },
  /** Completes the attempt and returns the result. A repeated call returns the same. */
  completeAttempt: { method: 'POST', path: '/trusttag/attempts/:attemptId/complete', access: 'optional' },
} as const satisfies Record<string, Endpoint>
