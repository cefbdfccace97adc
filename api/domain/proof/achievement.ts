import { ASSESSMENT_PASS_MARK_PERCENT, ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import { achievementPath, tagAchievementPath } from '../../../contract/proof-paths'
import { isGeneralTag } from '../../../contract/is-general-tag'
import type { QuestionBank } from '../../features/assessments/question-bank'
import type { TagFacts } from '../tags/tag-facts'

/** What somebody achieved, as credentials and its own address describe it. */
export interface Achievement {
  /** Its address. */
  id: string
  name: string
  description: string
  /** What had to be done, and what it does not mean. */
  criteria: string
  topics: { topic: string; title: string }[]
}

const LIMITS =
  'Answered online without supervision, by whoever the holder says they are. It is the result of a knowledge test: no license, no certification of a trade and no promise of work.'
const PASSED = `At least ${ASSESSMENT_PASS_MARK_PERCENT}% of the points of ${ASSESSMENT_QUESTIONS} questions`

/** Of a skill that has questions of its own: the same for everybody who passed them. */
export function achievementOfBank(origin: string, { id, skill, topics }: QuestionBank): Achievement {
  return {
    id: origin + achievementPath(id),
    name: skill,
    ...ofSkill(skill),
    topics: Object.entries(topics).map(([topic, title]) => ({ topic, title })),
  }
}

const ofSkill = (skill: string): Pick<Achievement, 'description' | 'criteria'> => ({
  description: `A TrustTag for ${skill}: passed the knowledge assessment for this skill.`,
  criteria: `${PASSED} on ${skill}. ${LIMITS}`,
})

/** Of one TrustTag: for a skill that was tested with general questions, and for a sample. */
export function achievementOfTag(origin: string, { id, skill, topics, mode }: TagFacts): Achievement {
  const shared = {
    id: origin + tagAchievementPath(id),
    name: skill,
    topics: topics.map(({ topic, title }) => ({ topic, title })),
  }
  if (mode === 'sample')
    return {
      ...shared,
      description: `A sample of a TrustTag for ${skill}: nobody has earned it.`,
      criteria: 'None: this is a sample. It shows what a TrustTag looks like.',
    }
  // Its questions are gone, or were never kept apart from others: what they were about is known still.
  if (!isGeneralTag(id)) return { ...shared, ...ofSkill(skill) }
  return {
    ...shared,
    description: `A TrustTag for ${skill}, tested with general questions on safety and quality at work.`,
    criteria: `${PASSED} on safety and quality at work in general, none of them on ${skill} alone. ${LIMITS}`,
  }
}
