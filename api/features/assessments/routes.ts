import { ASSESSMENT_PASS_MARK_PERCENT, ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import { microCerts } from '../../../contract/micro-certs'
import { skillCategories } from '../../../contract/skill-categories'
import { skills } from '../../../contract/skills'
import type { Handlers } from '../members/context'
import { completeAttempt, saveAnswers } from './answers'
import { claimAttempts, findOwnAttempt, requireTrustTags } from './attempts'
import { findSkillPage } from './skill-page'
import { answerAttempt, listOwnAttempts } from './serializers'
import { startAttempt } from './start'

/** Without TrustTags in the app, each throws ApiError `not-found`. */
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

  /** @throws ApiError `not-found` for an unknown skill */
  async getSkill(services, { app, mode }, { slug }) {
    requireTrustTags(app)
    return { data: await findSkillPage(services, { appId: app.id, mode, slug }) }
  },

  /** @throws ApiError `skill-refused`, `did-you-mean`, `claim-already-held`, `retake-too-early`, `questions-used-up`, `too-many-requests`, `client/invalid-token` */
  async startAttempt(services, request, input) {
    requireTrustTags(request.app)
    const { attempt, visitorToken } = await startAttempt(services, request, input)
    const { data } = await answerAttempt(services, attempt)
    return { data: visitorToken === undefined ? data : { ...data, visitorToken } }
  },

  /** Newest first. */
  async listAttempts(services, request) {
    requireTrustTags(request.app)
    return { data: { attempts: await listOwnAttempts(services, request) } }
  },

  /** @throws ApiError `attempt-not-found` */
  async getAttempt(services, request, { attemptId }) {
    return answerAttempt(services, await findOwnAttempt(services.store, request, attemptId))
  },

  /** @throws ApiError `attempt-not-found`, `attempt-over`, `time-over`, `invalid-field-value` */
  async saveAnswers(services, request, { attemptId, ...sent }) {
    return answerAttempt(services, await saveAnswers(services, request, attemptId, sent))
  },

  /** @throws ApiError `attempt-not-found`, `attempt-over`, `answers-missing` */
  async completeAttempt(services, request, { attemptId }) {
    return answerAttempt(services, await completeAttempt(services, request, attemptId))
  },

  /** For the attempts of this browser. @throws ApiError `client/invalid-token` */
  async claimAttempts(services, request) {
    requireTrustTags(request.app)
    await claimAttempts(services, request)
    return { data: { attempts: await listOwnAttempts(services, request) } }
  },
} satisfies Partial<Handlers>
