import type { Db } from '../../database/db'
import { toIso, toIsoOrNull } from '../../lib/clock'
import type { Services } from '../../http/services'
import type { OwnerScope } from '../apps/definition'
import type { QuestionBanks } from '../assessments/question-bank'
import { listAttemptsByApp } from '../assessments/repository'
import { listQuestionStatistics, type QuestionStatistics } from '../assessments/repository-statistics'
import { type PageOptions, readPage } from '../audit/reading'
import { findCredential } from '../credentials/repository'
import { findRevoked } from '../credentials/issue'
import { listInboxMessages } from '../inbox'
import { findTagOrder, listTagOrdersOfApp, type TagOrderRow } from '../tag-purchases/repository'
import { findPurchase } from '../payments/repository'
import { listCreditsOfPurchase } from '../tags/credits'
import { listAuditEntries } from '../audit/repository'
import { findMemberById } from '../members/repository'
import { joinedCursor, listMembersBy } from '../members/repository-list'
import { toTagPurchase } from '../tag-purchases/purchase'
import { findTagById, listTagsByApp, type TagRow } from '../tags/repository'
import { statusOf } from '../tags/signed-tag'
import { listTexts } from './page-texts'
import { listSignupRecords } from '../accounts/repository'

export type OwnerValue = string | number | boolean | null

/** A row as an owner reads it, and as `--json` prints it: times ISO 8601 under names that end in `At`. */
export type OwnerRecord = Readonly<Record<string, OwnerValue>> & { readonly id: string }

export interface OwnerPage {
  records: OwnerRecord[]
  /** Cursor of the next page; null on the last one. */
  next: string | null
}

type OwnerServices = Pick<Services, 'clock' | 'banks'> & { store: Db }

export interface OwnerList {
  title: string
  /** Heading by name in a record, in the order shown. */
  columns: Readonly<Record<string, string>>
  read(services: OwnerServices, scope: OwnerScope, page: PageOptions): Promise<OwnerPage>
}

interface ActionList extends OwnerList {
  /** Null if it is not in the scope. */
  find(services: OwnerServices, scope: OwnerScope, id: string): Promise<OwnerRecord | null>
}

const members: OwnerList = {
  ...listTexts.members,
  async read({ store }, { appId, mode }, { limit, before }) {
    const after = /^\d{1,15}$/u.test(before ?? '') ? joinedCursor(Number(before)) : null
    const list = { appId, mode, limit, sort: 'joined', order: 'DESC', after } as const
    const page = await listMembersBy(store, list)
    return {
      records: page.members.map(({ member: { id, email, verified, customFields, createdAt } }) => ({
        id,
        email,
        isVerified: verified,
        fields: fieldsText(customFields),
        createdAt: toIso(createdAt),
      })),
      next: page.hasMore ? String(page.members.at(-1)?.internalOrder) : null,
    }
  },
}

const attempts: OwnerList = {
  ...listTexts.attempts,
  read(services, { appId, mode }, page) {
    const emailOf = createEmailLookup(services)
    return readPage(page, {
      read: (limit, before) => listAttemptsByApp(services.store, { appId, mode }, limit, before),
      placeOf: ({ id, startedAt }) => ({ id, at: startedAt }),
      show: async ({
        id,
        skill,
        category,
        memberId,
        status,
        startedAt,
        completedAt,
        result,
        flags,
        counts,
        number,
        secondOf,
      }) => ({
        id,
        skill,
        category,
        // Null for a visitor's attempt.
        email: memberId === null ? null : await emailOf(memberId),
        status: status.toLowerCase(),
        score: result?.score ?? null,
        passed: result?.passed ?? null,
        attempt: counts ? number : null,
        secondOf,
        flags: flags.map(({ kind }) => kind).join(', '),
        startedAt: toIso(startedAt),
        completedAt: toIsoOrNull(completedAt),
      }),
    })
  },
}

/** Statistics of every asked question, by bank. */
const questions: OwnerList = {
  ...listTexts.questions,
  async read({ store, banks }, { appId, mode }, { limit, before }) {
    const all = await listQuestionStatistics(store, appId, mode)
    const start = before === null ? 0 : all.findIndex(({ questionId }) => questionId === before) + 1
    const shown = all.slice(start, start + limit)
    const last = all.length > start + limit ? shown.at(-1) : undefined
    return { records: shown.map((one) => toQuestionRecord(banks, one)), next: last?.questionId ?? null }
  },
}

function toQuestionRecord(banks: QuestionBanks, statistics: QuestionStatistics): OwnerRecord {
  const { bankId, questionId, asked } = statistics
  const { rightPercent = null, discrimination = null, flags = [] } = judgeQuestion(statistics) ?? {}
  const question = banks.byId(bankId)?.questions.find(({ id }) => id === questionId)
  return {
    id: questionId,
    bankId,
    // Null for a question that was removed from its bank.
    text: question?.text ?? null,
    asked,
    rightPercent: round(rightPercent, 1),
    discrimination: round(discrimination, 2),
    flags: flags.join(', '),
  }
}

const round = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits))

/** Share of points reached; beyond these limits, a question says little. */
const TOO_EASY_ABOVE_PERCENT = 95
const TOO_HARD_BELOW_PERCENT = 20
/** Questions with fewer answers get no flags. */
const JUDGED_FROM_ANSWERS = 20

interface QuestionJudgement {
  /** Percent of the points reached. */
  rightPercent: number
  /** Point-biserial correlation of a right answer with the score of the attempt, −1 to 1. Null without variance. */
  discrimination: number | null
  flags: ('too easy' | 'too hard' | 'negative')[]
}

/** Rates a question by its answers; null if it was never asked. */
export function judgeQuestion(statistics: QuestionStatistics): QuestionJudgement | null {
  const { asked, points } = statistics
  if (asked === 0) return null
  const rightPercent = (100 * points) / asked
  const discrimination = pointBiserial(statistics)
  const flags: QuestionJudgement['flags'] = []
  if (asked < JUDGED_FROM_ANSWERS) return { rightPercent, discrimination, flags }
  if (rightPercent > TOO_EASY_ABOVE_PERCENT) flags.push('too easy')
  if (rightPercent < TOO_HARD_BELOW_PERCENT) flags.push('too hard')
  if (discrimination !== null && discrimination < 0) flags.push('negative')
  return { rightPercent, discrimination, flags }
}

/** A partly right answer gets its share of the point. */
function pointBiserial({ asked, points, scores, squaredScores, pointsTimesScores }: QuestionStatistics): number | null {
  const right = points / asked
  const mean = scores / asked
  const spread = (squaredScores / asked - mean ** 2) * right * (1 - right)
  // Sums of decimals are inexact: a tiny spread is zero.
  if (spread < 1e-6) return null
  const correlation = (pointsTimesScores / asked - right * mean) / Math.sqrt(spread)
  return Math.max(-1, Math.min(1, correlation))
}

const purchases: ActionList = {
  ...listTexts.purchases,
  read: (services, { appId, mode }, page) =>
    readPage(page, {
      read: (limit, before) => listTagOrdersOfApp(services.store, { appId, mode }, limit, before),
      placeOf: ({ purchaseId, createdAt }) => ({ id: purchaseId, at: createdAt }),
      show: (order) => toPurchaseRecord(services, order),
    }),
  async find(services, { appId, mode }, id) {
    const order = await findTagOrder(services.store, id)
    return order?.appId === appId && order.mode === mode ? toPurchaseRecord(services, order) : null
  },
}

async function toPurchaseRecord({ store, clock }: OwnerServices, order: TagOrderRow): Promise<OwnerRecord> {
  const { purchaseId: id, note } = order
  const purchase = await findPurchase(store, id)
  // The purchase may be deleted between the two reads.
  if (!purchase) return { id, status: 'gone', note }
  const credits = await listCreditsOfPurchase(store, id)
  const { selectedSkills, currency, ...shown } = toTagPurchase(order, purchase, credits, clock.now())
  return { ...shown, currency: currency.toUpperCase(), selectedSkills: selectedSkills.join(', '), note }
}

const tags: ActionList = {
  ...listTexts.tags,
  read(services, { appId, mode }, page) {
    const emailOf = createEmailLookup(services)
    return readPage(page, {
      read: (limit, before) => listTagsByApp(services.store, { appId, mode }, limit, before),
      placeOf: ({ id, issuedAt }) => ({ id, at: issuedAt }),
      show: async (tag) => toTagRecord(services, tag, await emailOf(tag.memberId)),
    })
  },
  async find(services, { appId, mode }, id) {
    const tag = await findTagById(services.store, id)
    if (tag?.appId !== appId || tag.mode !== mode) return null
    return toTagRecord(services, tag, await createEmailLookup(services)(tag.memberId))
  },
}

/** Shows the stored row even if it was tampered with; the log says whether the tag is revoked. */
async function toTagRecord(
  services: Parameters<ActionList['read']>[0],
  tag: TagRow,
  email: string | null,
): Promise<OwnerRecord> {
  const { id, skill, category, holderName, score, visibility, revokeReason } = tag
  const credential = await findCredential(services.store, id)
  const isRevoked = credential === null ? undefined : (await findRevoked(services.store, [credential])).has(id)
  return {
    id,
    skill,
    category,
    holderName,
    email,
    score,
    status: statusOf({ ...tag, ...(isRevoked !== undefined && { isRevoked }) }, services.clock.now()),
    visibility: visibility.toLowerCase(),
    issuedAt: toIso(tag.issuedAt),
    expiresAt: toIso(tag.expiresAt),
    revokedAt: toIsoOrNull(tag.revokedAt),
    revokeReason,
  }
}

const inquiries: OwnerList = {
  ...listTexts.inquiries,
  read: ({ store }, { appId, mode }, page) =>
    readPage(page, {
      read: (limit, before) => listInboxMessages(store, { appId, mode }, limit, before),
      placeOf: ({ id, createdAt }) => ({ id, at: createdAt }),
      show: ({ id, kind, email, fields, createdAt }) => ({
        id,
        kind,
        email,
        fields: fieldsText(fields),
        createdAt: toIso(createdAt),
      }),
    }),
}

const signups: OwnerList = {
  ...listTexts.signups,
  read: ({ store }, { appId, mode }, page) =>
    readPage(page, {
      read: (limit, before) => listSignupRecords(store, { appId, mode }, limit, before),
      placeOf: ({ id, createdAt }) => ({ id, at: createdAt }),
      show: ({ id, email, memberId, customFields, createdAt }) => ({
        id,
        email,
        memberId,
        fields: fieldsText(customFields),
        createdAt: toIso(createdAt),
      }),
    }),
}

/** Actions of owners, and of the service on their behalf. */
const audit: OwnerList = {
  ...listTexts.audit,
  read: ({ store }, { appId, mode }, page) =>
    readPage(page, {
      read: (limit, before) => listAuditEntries(store, { appId, mode }, limit, { before }),
      placeOf: ({ id, at }) => ({ id, at }),
      show: ({ id, actor, act, subject, detail, at }) => ({
        id,
        doneAt: toIso(at),
        actor,
        act,
        subject,
        detail: fieldsText(detail),
      }),
    }),
}

/** `first-name: Ada, city: London`, without empty fields. */
function fieldsText(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

function createEmailLookup({ store }: { store: Db }): (memberId: string) => Promise<string | null> {
  const found = new Map<string, Promise<string | null>>()
  const read = async (id: string) => (await findMemberById(store, id))?.email ?? null
  return (memberId) => {
    const email = found.get(memberId) ?? read(memberId)
    found.set(memberId, email)
    return email
  }
}

/** In the order of the owner's page. */
export const ownerLists = { members, attempts, questions, purchases, tags, inquiries, signups, audit } as const

export type OwnerListName = keyof typeof ownerLists

export const isOwnerListName = (name: string): name is OwnerListName => Object.hasOwn(ownerLists, name)
