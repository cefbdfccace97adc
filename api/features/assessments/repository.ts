import type { OwnerScope } from '../apps/definition'
import * as v from 'valibot'
import type { Db, Tx } from '../../database/db'
import { olderThan } from '../../database/sql'
import type { PageCursor } from '../../database/sql'
import type { Tables } from '../../database/tables'
import type { MemberRow } from '../members/repository'

export interface AskedQuestion {
  /** The bank's ID: `electrician-07`. */
  questionId: string
  /** Indexes into the bank's options (right ones first) as shown; empty for a text. */
  optionOrder: number[]
}

export interface TopicScore {
  topic: string
  title: string
  points: number
  of: number
}

export interface AttemptResult {
  /** Whole percent. */
  score: number
  /** A TrustTag can be issued: final. */
  passed: boolean
  topics: TopicScore[]
  /** Percent of each set of ten; the score is their mean. */
  sets: number[]
  /** A second set decides, and can be started until then; null: the result is final. */
  second: { until: number; reason: SecondSetReason } | null
}

/** Why one set is not enough: a score of 70 or 80, evidence, or an earlier attempt. */
export type SecondSetReason = 'score' | 'flag' | 'retake'

/**
 * - `fast`: answered faster than the question can be read
 * - `hidden`: the page was hidden for more than a minute
 * - `clipboard`: text was copied or pasted
 * - `shared`: the same wrong answers as in another attempt
 * - `restarted`: begun again after questions had been seen
 * - `same-person`: another account with the same phone, mailbox or network tried this too
 */
export const flagKinds = ['fast', 'hidden', 'clipboard', 'shared', 'restarted', 'same-person'] as const
export interface AttemptFlag {
  kind: (typeof flagKinds)[number]
  at: number
  /** Number of the question that was shown; null: the whole set. */
  question: number | null
}

/** Epoch milliseconds by the server's clock. Advisory. */
export interface QuestionTimes {
  shown: number
  answered?: number | undefined
  /** Another question was shown after it. */
  left?: number | undefined
}

type JsonColumn = 'questions' | 'answers' | 'timings' | 'flags' | 'result'

export interface AttemptRow extends Omit<Tables['assessmentAttempts'], JsonColumn | 'counts'> {
  counts: boolean
  questions: AskedQuestion[]
  answers: Record<string, string>
  timings: Record<string, QuestionTimes>
  flags: AttemptFlag[]
  result: AttemptResult | null
}

export type AttemptOwner = Pick<AttemptRow, 'appId' | 'mode' | 'memberId' | 'visitorDigest'>

type ActivityRow = Tables['tagActivities']
export type ActivityAction = ActivityRow['action']

export async function insertAttempt(
  { kysely }: Db,
  { questions, answers, timings, flags, result, counts, ...row }: AttemptRow,
): Promise<void> {
  await kysely
    .insertInto('assessmentAttempts')
    .values({
      ...row,
      counts: counts ? 1 : 0,
      questions: JSON.stringify(questions),
      answers: JSON.stringify(answers),
      timings: JSON.stringify(timings),
      flags: JSON.stringify(flags),
      result: result && JSON.stringify(result),
    })
    .execute()
}

export async function findAttempt({ kysely }: Db, id: string): Promise<AttemptRow | null> {
  const row = await kysely.selectFrom('assessmentAttempts').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toAttempt(row) : null
}

export async function lockAttempt({ kysely }: Tx, id: string): Promise<AttemptRow | null> {
  // A no-op write locks the row in both engines.
  const row = await kysely
    .updateTable('assessmentAttempts')
    .set({ id })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ? toAttempt(row) : null
}

export async function updateAttempt(
  { kysely }: Db,
  id: string,
  { answers, timings, flags, result, ...rest }: Partial<Omit<AttemptRow, 'id' | 'questions' | 'counts'>>,
): Promise<void> {
  const changes = {
    ...rest,
    ...(answers && { answers: JSON.stringify(answers) }),
    ...(timings && { timings: JSON.stringify(timings) }),
    ...(flags && { flags: JSON.stringify(flags) }),
    ...(result !== undefined && { result: result && JSON.stringify(result) }),
  }
  await kysely.updateTable('assessmentAttempts').set(changes).where('id', '=', id).execute()
}

/** Newest first. */
export async function listAttemptsByOwner(db: Db, owner: AttemptOwner, limit: number): Promise<AttemptRow[]> {
  return (await newestOf(db, owner).selectAll().limit(limit).execute()).map(toAttempt)
}

/** The attempts at one bank since a time that share a clock: the member's, and those of the browser; newest first. */
export async function listAttemptsByBank(
  { kysely }: Db,
  { appId, mode, memberId, visitorDigest }: AttemptOwner,
  bankId: string,
  since: number,
): Promise<AttemptRow[]> {
  const rows = await kysely
    .selectFrom('assessmentAttempts')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('bankId', '=', bankId)
    .where('startedAt', '>=', since)
    .where((columns) =>
      columns.or([
        ...(memberId === null ? [] : [columns('memberId', '=', memberId)]),
        ...(visitorDigest === null ? [] : [columns('visitorDigest', '=', visitorDigest)]),
      ]),
    )
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toAttempt)
}

/** Counted sets of others at a bank, latest first. */
export async function listCompletedByOthers(
  { kysely }: Db,
  { appId, mode, bankId, memberId }: Pick<AttemptRow, 'appId' | 'mode' | 'bankId'> & { memberId: string },
  limit: number,
): Promise<AttemptRow[]> {
  const rows = await kysely
    .selectFrom('assessmentAttempts')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('bankId', '=', bankId)
    .where('completedAt', 'is not', null)
    .where('counts', '=', 1)
    .where('memberId', '<>', memberId)
    .orderBy('completedAt', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAttempt)
}

/** Results of counted attempts at a bank, latest first; not those that a second set decides. */
export async function listFinalResults(
  { kysely }: Db,
  { appId, mode, bankId }: Pick<AttemptRow, 'appId' | 'mode' | 'bankId'>,
  limit: number,
): Promise<AttemptResult[]> {
  const rows = await kysely
    .selectFrom('assessmentAttempts')
    .select('result')
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('bankId', '=', bankId)
    .where('completedAt', 'is not', null)
    .where('counts', '=', 1)
    .where('secondOf', 'is', null)
    .orderBy('completedAt', 'desc')
    .limit(limit)
    .execute()
  return rows
    .flatMap(({ result }) => (result === null ? [] : [toResult(v.parse(stored.result, JSON.parse(result)))]))
    .filter(({ second }) => second === null)
}

/** A counted set of another account at the same bank, with what may show that it is the same person. */
export interface Rival extends AttemptRow {
  memberId: string
  email: string
  customFields: MemberRow['customFields']
}

/** Newest first. */
export async function listRivals(
  { kysely }: Db,
  { appId, mode, bankId, memberId }: Pick<AttemptRow, 'appId' | 'mode' | 'bankId'> & { memberId: string },
  since: number,
  limit: number,
): Promise<Rival[]> {
  const rows = await kysely
    .selectFrom('assessmentAttempts')
    .innerJoin('members', 'members.id', 'assessmentAttempts.memberId')
    .selectAll('assessmentAttempts')
    .select(['members.id as rivalId', 'members.email as email', 'members.customFields as customFields'])
    .where('assessmentAttempts.appId', '=', appId)
    .where('assessmentAttempts.mode', '=', mode)
    .where('bankId', '=', bankId)
    .where('counts', '=', 1)
    .where('assessmentAttempts.memberId', '<>', memberId)
    .where('startedAt', '>=', since)
    .orderBy('startedAt', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ rivalId, email, customFields, ...row }) => ({
    ...toAttempt(row),
    memberId: rivalId,
    email,
    customFields: JSON.parse(customFields),
  }))
}

/** Whether the member holds a TrustTag whose ID starts like this, valid by its row. */
export async function holdsTag(
  { kysely }: Db,
  memberId: string,
  starts: readonly string[],
  now: number,
): Promise<boolean> {
  const found = await kysely
    .selectFrom('tags')
    .select('id')
    .where('memberId', '=', memberId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where((columns) => columns.or(starts.map((start) => columns('id', 'like', `${start}%`))))
    .executeTakeFirst()
  return found !== undefined
}

export async function findSecondSet({ kysely }: Db, firstId: string): Promise<AttemptRow | null> {
  const row = await kysely
    .selectFrom('assessmentAttempts')
    .selectAll()
    .where('secondOf', '=', firstId)
    .executeTakeFirst()
  return row ? toAttempt(row) : null
}

/** Newest first. @param before end of the previous page; null for the first */
export async function listAttemptsByApp(
  { kysely }: Db,
  { appId, mode }: OwnerScope,
  limit: number,
  before: PageCursor | null,
): Promise<AttemptRow[]> {
  const rows = await kysely
    .selectFrom('assessmentAttempts')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where(olderThan('startedAt', 'id', before))
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAttempt)
}

export async function assignPractice(
  db: Db,
  browser: AttemptOwner & { memberId: null },
  memberId: string,
): Promise<void> {
  const ids = newestOf(db, browser).clearOrderBy().select('id')
  await db.kysely.updateTable('assessmentAttempts').set({ memberId }).where('id', 'in', ids).execute()
}

/** Practice that was never claimed or never completed. Counted attempts stay: their questions must not be repeated. */
export async function deleteStalePractice({ kysely }: Db, before: number): Promise<void> {
  await kysely
    .deleteFrom('assessmentAttempts')
    .where('startedAt', '<', before)
    .where('counts', '=', 0)
    .where((columns) => columns.or([columns('memberId', 'is', null), columns('status', '=', 'OPEN')]))
    .execute()
}

/** Times and evidence are personal, and not needed for longer. */
export async function deleteOldEvidence({ kysely }: Db, before: number): Promise<void> {
  await kysely
    .updateTable('assessmentAttempts')
    .set({ timings: '{}', flags: '[]', networkDigest: null })
    .where('startedAt', '<', before)
    .where((columns) =>
      columns.or([
        columns('timings', '<>', '{}'),
        columns('flags', '<>', '[]'),
        columns('networkDigest', 'is not', null),
      ]),
    )
    .execute()
}

export async function insertActivity({ kysely }: Db, activity: ActivityRow): Promise<void> {
  await kysely.insertInto('tagActivities').values(activity).execute()
}

/** Newest first. */
export const listActivities = ({ kysely }: Db, memberId: string, limit: number): Promise<ActivityRow[]> =>
  kysely
    .selectFrom('tagActivities')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Attempts of the member, or of the browser without a member. */
function newestOf({ kysely }: Db, { appId, mode, memberId, visitorDigest }: AttemptOwner) {
  const ofApp = kysely.selectFrom('assessmentAttempts').where('appId', '=', appId).where('mode', '=', mode)
  const own =
    memberId === null
      ? ofApp.where('memberId', 'is', null).where('visitorDigest', '=', visitorDigest)
      : ofApp.where('memberId', '=', memberId)
  return own.orderBy('startedAt', 'desc').orderBy('id', 'desc')
}

export const storedTopics = v.array(
  v.object({ topic: v.string(), title: v.string(), points: v.number(), of: v.number() }),
)

const optionalTime = v.optional(v.number())

const stored = {
  questions: v.array(v.object({ questionId: v.string(), optionOrder: v.array(v.number()) })),
  answers: v.record(v.string(), v.string()),
  timings: v.record(v.string(), v.object({ shown: v.number(), answered: optionalTime, left: optionalTime })),
  flags: v.array(v.object({ kind: v.picklist(flagKinds), at: v.number(), question: v.nullable(v.number()) })),
  result: v.object({
    score: v.number(),
    passed: v.boolean(),
    topics: storedTopics,
    // Results from before there were second sets have one set.
    sets: v.optional(v.array(v.number())),
    second: v.optional(
      v.nullable(v.object({ until: v.number(), reason: v.picklist(['score', 'flag', 'retake']) })),
      null,
    ),
  }),
}

const toAttempt = ({
  questions,
  answers,
  timings,
  flags,
  result,
  counts,
  ...row
}: Tables['assessmentAttempts']): AttemptRow => ({
  ...row,
  counts: counts === 1,
  questions: v.parse(stored.questions, JSON.parse(questions)),
  answers: v.parse(stored.answers, JSON.parse(answers)),
  timings: v.parse(stored.timings, JSON.parse(timings)),
  flags: v.parse(stored.flags, JSON.parse(flags)),
  result: result === null ? null : toResult(v.parse(stored.result, JSON.parse(result))),
})

const toResult = ({ sets, ...result }: v.InferOutput<typeof stored.result>): AttemptResult => ({
  ...result,
  sets: sets ?? [result.score],
})
