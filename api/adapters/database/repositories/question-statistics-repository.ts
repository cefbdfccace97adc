import type { Kysely } from 'kysely'
import type { QuestionStatisticsRepository } from '../../../ports/trusttag/attempt-store'
import type { Tables } from '../../../database/tables'

export function createQuestionStatisticsRepository(db: Kysely<Tables>): QuestionStatisticsRepository {
  return {
    async add({ appId, mode, bankId }, outcomes, score) {
      for (const { questionId, points } of outcomes) {
        await db
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
            conflict.columns(['appId', 'mode', 'bankId', 'questionId']).doUpdateSet((columns) => ({
              asked: columns('questionStatistics.asked', '+', columns.ref('excluded.asked')),
              points: columns('questionStatistics.points', '+', columns.ref('excluded.points')),
              scores: columns('questionStatistics.scores', '+', columns.ref('excluded.scores')),
              squaredScores: columns('questionStatistics.squaredScores', '+', columns.ref('excluded.squaredScores')),
              pointsTimesScores: columns(
                'questionStatistics.pointsTimesScores',
                '+',
                columns.ref('excluded.pointsTimesScores'),
              ),
            })),
          )
          .execute()
      }
    },

    async list(appId, mode) {
      const rows = await db
        .selectFrom('questionStatistics')
        .selectAll()
        .where('appId', '=', appId)
        .where('mode', '=', mode)
        .orderBy('bankId')
        .orderBy('questionId')
        .execute()
      return rows.map(({ appId: _appId, mode: _mode, ...statistics }) => statistics)
    },
  }
}
