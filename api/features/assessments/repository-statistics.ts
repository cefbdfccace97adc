import type { Db, Tx } from '../../database/db'
import type { Tables } from '../../database/tables'
import type { Mode } from '../../lib/ids'
import type { AttemptRow } from './repository'

export interface QuestionOutcome {
  questionId: string
  points: number
}

export type QuestionStatistics = Omit<Tables['questionStatistics'], 'appId' | 'mode'>

type OfBank = Pick<AttemptRow, 'appId' | 'mode' | 'bankId'>

/** @param questionIds of a started set @param day since 1970 */
export async function addExposures(
  { kysely }: Tx,
  { appId, mode, bankId }: OfBank,
  questionIds: readonly string[],
  day: number,
): Promise<void> {
  await kysely
    .insertInto('questionExposures')
    .values(['', ...questionIds].map((questionId) => ({ appId, mode, bankId, questionId, day, shown: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['appId', 'mode', 'bankId', 'day', 'questionId'])
        .doUpdateSet((columns) => ({ shown: columns('questionExposures.shown', '+', columns.ref('excluded.shown')) })),
    )
    .execute()
}

/** Sets with each question since a day; the number of all sets under an empty ID. */
export async function sumExposures(
  { kysely }: Db,
  { appId, mode, bankId }: OfBank,
  sinceDay: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await kysely
    .selectFrom('questionExposures')
    .select(({ fn }) => ['questionId', fn.sum<number | string>('shown').as('shown')])
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('bankId', '=', bankId)
    .where('day', '>=', sinceDay)
    .groupBy('questionId')
    .execute()
  return new Map(rows.map(({ questionId, shown }) => [questionId, Number(shown)]))
}

/** Number of answers to each question. */
export async function listAnswerCounts(
  { kysely }: Db,
  { appId, mode, bankId }: OfBank,
): Promise<ReadonlyMap<string, number>> {
  const rows = await kysely
    .selectFrom('questionStatistics')
    .select(['questionId', 'asked'])
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('bankId', '=', bankId)
    .execute()
  return new Map(rows.map(({ questionId, asked }) => [questionId, asked]))
}

/** @param score percent */
export async function addQuestionOutcomes(
  { kysely }: Tx,
  { appId, mode, bankId }: OfBank,
  outcomes: readonly QuestionOutcome[],
  score: number,
): Promise<void> {
  const sums = ['asked', 'points', 'scores', 'squaredScores', 'pointsTimesScores'] as const
  for (const { questionId, points } of outcomes) {
    await kysely
      .insertInto('questionStatistics')
      .values({
        appId,
        mode,
        bankId,
        questionId,
        asked: 1,
        points,
        scores: score,
        squaredScores: score ** 2,
        pointsTimesScores: points * score,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['appId', 'mode', 'bankId', 'questionId'])
          .doUpdateSet((columns) =>
            Object.fromEntries(
              sums.map((sum) => [sum, columns(`questionStatistics.${sum}`, '+', columns.ref(`excluded.${sum}`))]),
            ),
          ),
      )
      .execute()
  }
}

export async function listQuestionStatistics({ kysely }: Db, appId: string, mode: Mode): Promise<QuestionStatistics[]> {
  const rows = await kysely
    .selectFrom('questionStatistics')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .orderBy('bankId')
    .orderBy('questionId')
    .execute()
  return rows.map(({ appId: _appId, mode: _mode, ...statistics }) => statistics)
}
