import type { OwnerList } from './owner-list'
import { readPage } from './read-page'
import { emailLookUp, toIso, toIsoOrNull } from './record-values'

export const attempts: OwnerList = {
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
    const emailOf = emailLookUp(services)
    return readPage(page, {
      read: (limit, before) => services.store.attempts.listByApp(appId, mode, limit, before),
      placeOf: ({ id, startedAt }) => ({ id, at: startedAt }),
      show: async ({ id, skill, category, memberId, status, startedAt, completedAt, result }) => ({
        id,
        skill,
        category,
        /** Null: a visitor's. */
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
