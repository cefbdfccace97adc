import { ASSESSMENT_PASS_MARK_PERCENT, ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import { microCerts } from '../../../contract/micro-certs'
import { skillCategories } from '../../../contract/skill-categories'
import { skills } from '../../../contract/skills'
import type { Handlers } from '../members/context'
import { completeAttempt, saveAnswers } from './answers'
import { claimAttempts, findOwnAttempt, requireTrustTags } from './attempts'
import { answerAttempt, listOwnAttempts } from './serializers'
import { startAttempt } from './start'
import { PASS_RATE_FROM_ATTEMPTS, type SkillFacts } from '../../../contract/skill-facts'
import { skillPages } from '../../../contract/skill-pages'
import type { Db } from '../../database/db'
import type { Services } from '../../http/services'
import { ttlCache } from '../../lib/cache'
import { ApiError } from '../../lib/errors'
import type { QuestionBanks } from './question-bank'
import { listFinalResults } from './repository'
import type { AttemptRow } from './repository'

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

interface Asked extends Pick<AttemptRow, 'appId' | 'mode'> {
  /** As in the page's URL. */
  slug: string
}

interface PassRate {
  percent: number
  attempts: number
}

type SkillPage = SkillFacts & { passRate: PassRate | null }

/** @throws ApiError `not-found` */
export async function findSkillPage(
  { banks, store }: Pick<Services, 'banks' | 'store'>,
  { appId, mode, slug }: Asked,
): Promise<SkillPage> {
  const facts = pagesOf(banks).get(slug)
  if (!facts) throw new ApiError('not-found')
  const bank = facts.isGeneral ? banks.general() : banks.list().find(({ skill }) => skill === facts.name)
  const passRate = bank ? await passRatesOf(store)([appId, mode, bank.id].join(' ')) : null
  return { ...facts, passRate }
}

/** Banks never change while the server runs. */
const pages = new WeakMap<QuestionBanks, ReturnType<typeof skillPages>>()

function pagesOf(banks: QuestionBanks): ReturnType<typeof skillPages> {
  const known = pages.get(banks) ?? skillPages(banks.list())
  pages.set(banks, known)
  return known
}

const CACHED_MS = 300_000
/** The latest results suffice for a pass rate. */
const RESULTS_MAX = 1_000

type PassRates = (key: string) => Promise<PassRate | null>

const passRates = new WeakMap<Db, PassRates>()

/** Cached by app, mode and bank: the page is public, and each rate reads up to a thousand rows. */
function passRatesOf(store: Db): PassRates {
  const known = passRates.get(store) ?? ttlCache(CACHED_MS, (key) => readPassRate(store, key), store.cacheClock)
  passRates.set(store, known)
  return known
}

async function readPassRate(store: Db, key: string): Promise<PassRate | null> {
  const [appId = '', mode, bankId = ''] = key.split(' ')
  const results = await listFinalResults(store, { appId, mode: mode === 'live' ? 'live' : 'test', bankId }, RESULTS_MAX)
  if (results.length < PASS_RATE_FROM_ATTEMPTS) return null
  const passed = results.filter((one) => one.passed).length
  return { percent: Math.round((100 * passed) / results.length), attempts: results.length }
}
