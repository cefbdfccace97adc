import { ASSESSMENT_PASS_MARK_PERCENT, ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import { microCerts } from '../../../contract/micro-certs'
import { skillCategories } from '../../../contract/skill-categories'
import { skills } from '../../../contract/skills'
import type { Handlers } from '../../ports/handler'
import { findOwnAttempt, requireTrustTags } from './access'
import { claimAttempts, completeAttempt, saveAnswers, startAttempt } from './attempts'
import { answerAttempt, listOwnAttempts } from './serializers'

/** Endpoints of assessments. Without TrustTags in the app each throws ApiError `not-found`. */
export const assessmentHandlers = {
  async listSkills(_services, { app }) {
    requireTrustTags(app)
    const titles: Readonly<Record<string, string>> = skillCategories
    const categories = Object.entries(skills).map(([id, names]) => ({
      id,
      title: titles[id] ?? id,
      skills: [...names],
    }))
    return {
      data: {
        categories,
        microCerts: [...microCerts],
        questions: ASSESSMENT_QUESTIONS,
        passMarkPercent: ASSESSMENT_PASS_MARK_PERCENT,
      },
    }
  },

  /** @throws ApiError `retake-too-early`, `too-many-requests`, `client/invalid-token` */
  async startAttempt(services, request, { skill }) {
    requireTrustTags(request.app)
    const { attempt, visitorToken } = await startAttempt(services, request, skill)
    const { data } = await answerAttempt(services, attempt)
    return { data: visitorToken === undefined ? data : { ...data, visitorToken } }
  },

  /** The caller's attempts, newest first. */
  async listAttempts(services, request) {
    requireTrustTags(request.app)
    return { data: { attempts: await listOwnAttempts(services, request) } }
  },

  /** @throws ApiError `attempt-not-found` */
  async getAttempt(services, request, { attemptId }) {
    return answerAttempt(services, await findOwnAttempt(services.store, request, attemptId))
  },

  /** @throws ApiError `attempt-not-found`, `attempt-over`, `invalid-field-value` */
  async saveAnswers(services, request, { attemptId, answers }) {
    return answerAttempt(services, await saveAnswers(services, request, attemptId, answers))
  },

  /** @throws ApiError `attempt-not-found`, `attempt-over`, `answers-missing` */
  async completeAttempt(services, request, { attemptId }) {
    return answerAttempt(services, await completeAttempt(services, request, attemptId))
  },

  /** Gives the member the attempts of this browser. @throws ApiError `client/invalid-token` */
  async claimAttempts(services, request) {
    requireTrustTags(request.app)
    const dropped = await claimAttempts(services, request)
    return { data: { attempts: await listOwnAttempts(services, request), dropped } }
  },
} satisfies Partial<Handlers>
