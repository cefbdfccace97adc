import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import type { AttemptOwner, AttemptRepository, AttemptRow } from '../../../ports/trusttag/attempt-store'
import type { Tables } from '../../../database/tables'
import { olderThan } from '../../../database/sql'

export function createAttemptRepository(db: Kysely<Tables>): AttemptRepository {
  const attempts = () => db.selectFrom('assessmentAttempts').selectAll()
  const newest = (owner: AttemptOwner) => newestOf(db, owner)
  return {
    async insert(attempt) {
      await db.insertInto('assessmentAttempts').values(toColumns(attempt)).execute()
    },

    async find(id) {
      const row = await attempts().where('id', '=', id).executeTakeFirst()
      return row ? toAttempt(row) : null
    },

    // A write that changes nothing takes the row's lock in every engine.
    async lock(id) {
      const row = await db
        .updateTable('assessmentAttempts')
        .set({ id })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row ? toAttempt(row) : null
    },

    async update(id, { answers, result, ...rest }) {
      const changes = {
        ...rest,
        ...(answers && { answers: JSON.stringify(answers) }),
        ...(result !== undefined && { result: result && JSON.stringify(result) }),
      }
      await db.updateTable('assessmentAttempts').set(changes).where('id', '=', id).execute()
    },

    async listByOwner(owner, limit) {
      return (await newest(owner).selectAll().limit(limit).execute()).map(toAttempt)
    },

    listCounting: (owner, now) =>
      newest(owner)
        .select(summarised)
        .where((columns) => columns.or([columns('status', '=', 'COMPLETE'), columns('expiresAt', '>', now)]))
        .execute(),

    async listByBank(owner, bankId, limit) {
      return (await newest(owner).selectAll().where('bankId', '=', bankId).limit(limit).execute()).map(toAttempt)
    },

    async claim(browser, memberId) {
      const ids = newestOf(db, browser).clearOrderBy().select('id')
      await db.updateTable('assessmentAttempts').set({ memberId }).where('id', 'in', ids).execute()
    },

    async listByApp(appId, mode, limit, before) {
      const of = attempts().where('appId', '=', appId).where('mode', '=', mode)
      const older = of.where(olderThan('startedAt', 'id', before))
      return (await older.orderBy('startedAt', 'desc').orderBy('id', 'desc').limit(limit).execute()).map(toAttempt)
    },

    async delete(id) {
      await db.deleteFrom('assessmentAttempts').where('id', '=', id).execute()
    },

    async deleteStale(before) {
      await db
        .deleteFrom('assessmentAttempts')
        .where('startedAt', '<', before)
        .where((columns) => columns.or([columns('memberId', 'is', null), columns('status', '=', 'OPEN')]))
        .execute()
    },
  }
}

function newestOf(db: Kysely<Tables>, { appId, mode, memberId, visitorDigest }: AttemptOwner) {
  const of = db.selectFrom('assessmentAttempts').where('appId', '=', appId).where('mode', '=', mode)
  const own =
    memberId === null
      ? of.where('memberId', 'is', null).where('visitorDigest', '=', visitorDigest)
      : of.where('memberId', '=', memberId)
  return own.orderBy('startedAt', 'desc').orderBy('id', 'desc')
}

const summarised = [
  'id',
  'appId',
  'mode',
  'memberId',
  'visitorDigest',
  'skill',
  'bankId',
  'category',
  'status',
  'startedAt',
  'expiresAt',
  'completedAt',
] as const

const topic = v.object({ topic: v.string(), title: v.string(), points: v.number(), of: v.number() })
const stored = {
  questions: v.array(v.object({ questionId: v.string(), optionOrder: v.array(v.number()) })),
  answers: v.record(v.string(), v.string()),
  result: v.object({ score: v.number(), passed: v.boolean(), topics: v.array(topic) }),
}

const toColumns = ({ questions, answers, result, ...row }: AttemptRow) => ({
  ...row,
  questions: JSON.stringify(questions),
  answers: JSON.stringify(answers),
  result: result && JSON.stringify(result),
})

const toAttempt = ({ questions, answers, result, ...row }: Selectable<Tables['assessmentAttempts']>): AttemptRow => ({
  ...row,
  questions: v.parse(stored.questions, JSON.parse(questions)),
  answers: v.parse(stored.answers, JSON.parse(answers)),
  result: result === null ? null : v.parse(stored.result, JSON.parse(result)),
})
