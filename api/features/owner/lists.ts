import type { Db } from '../../database/db'
import { findRevoked } from '../credentials/revoke'
import { toTagPurchase } from '../tag-purchases/serializers'
import { statusOf } from '../tags/signed-tag'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { QuestionStatistics } from '../../ports/trusttag/attempt-store'
import type { TagOrderRow } from '../../ports/trusttag/credit-store'
import type { OwnerScope } from '../../ports/trusttag/owner-store'
import type { QuestionBanks } from '../assessments/question-bank'
import type { TagRow } from '../../ports/trusttag/tag-store'
import { readPage } from '../audit/reading'
import { toIso, toIsoOrNull } from '../../lib/clock'
import type { PageOptions } from '../audit/reading'
import { listInboxMessages } from '../inbox'

export type OwnerValue = string | number | boolean | null

/** A row as an owner reads it, and as `--json` prints it: times ISO 8601 under names that end in `At`. */
export type OwnerRecord = Readonly<Record<string, OwnerValue>> & { readonly id: string }

export interface OwnerPage {
  records: OwnerRecord[]
  /** Cursor of the next page; null on the last one. */
  next: string | null
}

/** The lists only read the store. */
type OwnerServices = Pick<Services, 'clock' | 'banks'> & { store: Db & Repositories }

export interface OwnerList {
  title: string
  /** Heading by name in a record, in the order shown. */
  columns: Readonly<Record<string, string>>
  read(services: OwnerServices, scope: OwnerScope, page: PageOptions): Promise<OwnerPage>
}

/** A list whose rows have actions. */
interface ActionList extends OwnerList {
  /** Null when it is not in the scope. */
  find(services: OwnerServices, scope: OwnerScope, id: string): Promise<OwnerRecord | null>
}

const members: OwnerList = {
  title: 'Members',
  columns: { email: 'Email', isVerified: 'Verified', fields: 'Details', createdAt: 'Joined', id: 'ID' },
  async read({ store }, { appId, mode }, { limit, before }) {
    const after = /^\d{1,15}$/u.test(before ?? '') ? Number(before) : null
    const page = await store.members.listInOrder({ appId, mode, limit, after, order: 'DESC' })
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
  title: 'Assessments',
  columns: {
    skill: 'Skill',
    email: 'Member',
    status: 'Status',
    score: 'Score',
    passed: 'Passed',
    startedAt: 'Started',
    completedAt: 'Completed',
    id: 'ID',
  },
  read(services, { appId, mode }, page) {
    const emailOf = createEmailLookup(services)
    return readPage(page, {
      read: (limit, before) => services.store.attempts.listByApp(appId, mode, limit, before),
      placeOf: ({ id, startedAt }) => ({ id, at: startedAt }),
      show: async ({ id, skill, category, memberId, status, startedAt, completedAt, result }) => ({
        id,
        skill,
        category,
        // Null for a visitor's attempt.
        email: memberId === null ? null : await emailOf(memberId),
        status: status.toLowerCase(),
        score: result?.score ?? null,
        passed: result?.passed ?? null,
        startedAt: toIso(startedAt),
        completedAt: toIsoOrNull(completedAt),
      }),
    })
  },
}

/** Statistics of every question that was asked, by bank. */
const questions: OwnerList = {
  title: 'Questions',
  columns: {
    id: 'Question',
    text: 'Text',
    asked: 'Asked',
    rightPercent: 'Right, %',
    discrimination: 'Tells good from bad',
    flags: 'Look at it',
  },
  async read({ store, banks }, { appId, mode }, { limit, before }) {
    const all = await store.questionStatistics.list(appId, mode)
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

/** Share of points reached; above and below these limits a question says little. */
const TOO_EASY_ABOVE_PERCENT = 95
const TOO_HARD_BELOW_PERCENT = 20
/** Below this, a question gets no flags. */
const JUDGED_FROM_ANSWERS = 20

interface QuestionJudgement {
  /** Percent of the points reached. */
  rightPercent: number
  /** Point-biserial correlation of a right answer with the score of the attempt, −1 to 1. Null without variance. */
  discrimination: number | null
  flags: ('too easy' | 'too hard' | 'negative')[]
}

/** Rates a question by its answers so far; null when it was never asked. */
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

/** A partly right answer counts by its share of the point. */
function pointBiserial({ asked, points, scores, squaredScores, pointsTimesScores }: QuestionStatistics): number | null {
  const right = points / asked
  const mean = scores / asked
  const spread = (squaredScores / asked - mean ** 2) * right * (1 - right)
  // Sums of decimals are inexact: a tiny spread is none.
  if (spread < 1e-6) return null
  const correlation = (pointsTimesScores / asked - right * mean) / Math.sqrt(spread)
  return Math.max(-1, Math.min(1, correlation))
}

const purchases: ActionList = {
  title: 'Purchases',
  columns: {
    userEmail: 'Member',
    packageType: 'Package',
    numberOfTags: 'TrustTags',
    unusedTags: 'Unused',
    totalAmount: 'Amount',
    refundedAmount: 'Refunded',
    currency: 'Currency',
    status: 'Status',
    createdAt: 'Ordered',
    paidAt: 'Paid',
    note: 'Note',
    id: 'ID',
  },
  read: (services, { appId, mode }, page) =>
    readPage(page, {
      read: (limit, before) => services.store.tagOrders.listByApp(appId, mode, limit, before),
      placeOf: ({ purchaseId, createdAt }) => ({ id: purchaseId, at: createdAt }),
      show: (order) => toPurchaseRecord(services, order),
    }),
  async find(services, { appId, mode }, id) {
    const order = await services.store.tagOrders.find(id)
    return order?.appId === appId && order.mode === mode ? toPurchaseRecord(services, order) : null
  },
}

async function toPurchaseRecord({ store, clock }: OwnerServices, order: TagOrderRow): Promise<OwnerRecord> {
  const { purchaseId: id, note } = order
  const purchase = await store.purchases.find(id)
  // The purchase can be deleted between the two reads.
  if (!purchase) return { id, status: 'gone', note }
  const credits = await store.credits.listByPurchase(id)
  const { selectedSkills, currency, ...shown } = toTagPurchase(order, purchase, credits, clock.now())
  return { ...shown, currency: currency.toUpperCase(), selectedSkills: selectedSkills.join(', '), note }
}

const tags: ActionList = {
  title: 'TrustTags',
  columns: {
    id: 'ID',
    skill: 'Skill',
    holderName: 'Holder',
    email: 'Member',
    score: 'Score',
    status: 'Status',
    visibility: 'Visible',
    issuedAt: 'Issued',
    expiresAt: 'Expires',
    revokedAt: 'Revoked',
    revokeReason: 'Reason',
  },
  read(services, { appId, mode }, page) {
    const emailOf = createEmailLookup(services)
    return readPage(page, {
      read: (limit, before) => services.store.tags.listByApp(appId, mode, limit, before),
      placeOf: ({ id, issuedAt }) => ({ id, at: issuedAt }),
      show: async (tag) => toTagRecord(services, tag, await emailOf(tag.memberId)),
    })
  },
  async find(services, { appId, mode }, id) {
    const tag = await services.store.tags.find(id)
    if (tag?.appId !== appId || tag.mode !== mode) return null
    return toTagRecord(services, tag, await createEmailLookup(services)(tag.memberId))
  },
}

/** Shows the stored row even if it was tampered with; whether the tag is revoked comes from the log. */
async function toTagRecord(
  services: Parameters<ActionList['read']>[0],
  tag: TagRow,
  email: string | null,
): Promise<OwnerRecord> {
  const { id, skill, category, holderName, score, visibility, revokeReason } = tag
  const credential = await services.store.credentials.find(id)
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

/** Partnership inquiries and contact messages. */
const inquiries: OwnerList = {
  title: 'Inquiries',
  columns: { createdAt: 'Received', kind: 'Form', email: 'From', fields: 'Message', id: 'ID' },
  read: ({ store }, { appId, mode }, page) =>
    readPage(page, {
      read: (limit, before) => listInboxMessages(store, appId, mode, limit, before),
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

/** The sign-up data of members, for apps that keep it. */
const signups: OwnerList = {
  title: 'Sign-ups',
  columns: { createdAt: 'Time', email: 'Email', fields: 'Details', memberId: 'Member', id: 'ID' },
  read: ({ store }, { appId, mode }, page) =>
    readPage(page, {
      read: (limit, before) =>
        store.signupRecords.list(appId, mode, limit, before && { createdAt: before.at, id: before.id }),
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
  title: 'Audit log',
  columns: { doneAt: 'Time', actor: 'Who', act: 'Act', subject: 'On', detail: 'Detail' },
  read: ({ store }, { appId, mode }, page) =>
    readPage(page, {
      read: (limit, before) => store.auditLog.list(appId, mode, limit, before),
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

/** Finds the email addresses of members, each once. */
function createEmailLookup({
  store,
}: {
  store: Pick<Repositories, 'members'>
}): (memberId: string) => Promise<string | null> {
  const found = new Map<string, Promise<string | null>>()
  const read = async (id: string) => (await store.members.findById(id))?.email ?? null
  return (memberId) => {
    const email = found.get(memberId) ?? read(memberId)
    found.set(memberId, email)
    return email
  }
}

/** The lists of the owner's page, in its order. */
export const ownerLists = { members, attempts, questions, purchases, tags, inquiries, signups, audit } as const

export type OwnerListName = keyof typeof ownerLists

export const isOwnerListName = (name: string): name is OwnerListName => Object.hasOwn(ownerLists, name)
