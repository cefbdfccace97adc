/** A test that was passed, but for its ID and whose it is. */
export const passedAttempt = {
  visitorDigest: null,
  skill: 'Cook',
  bankId: 'cook',
  category: 'Hospitality & Food Service',
  questions: [],
  answers: {},
  status: 'COMPLETE' as const,
  startedAt: 1,
  expiresAt: 2,
  completedAt: 2,
  result: { score: 90, passed: true, topics: [] },
}
