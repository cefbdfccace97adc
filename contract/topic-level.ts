/** With fewer questions, a topic is not shown. */
const QUESTIONS_MIN = 4
const STRONG_FROM_PERCENT = 75

/** @param percent of the points on a topic */
export const topicLevel = (percent: number): 'strong' | 'mixed' => (percent >= STRONG_FROM_PERCENT ? 'strong' : 'mixed')

/** Topics with enough questions to be shown. @param of questions on each */
export const shownTopics = <T extends { of: number }>(topics: readonly T[]): T[] =>
  topics.filter(({ of }) => of >= QUESTIONS_MIN)

/** The same for signed facts, which do not have the number: questions are drawn evenly over the topics. */
export const shownSignedTopics = <T>(topics: readonly T[], questions: number): readonly T[] =>
  questions >= QUESTIONS_MIN * topics.length ? topics : []
