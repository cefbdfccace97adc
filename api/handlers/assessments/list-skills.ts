import { ASSESSMENT_PASS_MARK_PERCENT, ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import { microCerts } from '../../../contract/micro-certs'
import type { Answer } from '../../../contract/schemas'
import { skillCategories } from '../../../contract/skill-categories'
import { skills } from '../../../contract/skills'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import type { RequestContext } from '../../ports/handler'

/** What can be proved. @throws ApiError `not-found` */
export async function listSkills(_services: unknown, { app }: RequestContext): Promise<Answer<'listSkills'>> {
  requireTrustTags(app)
  const titles: Readonly<Record<string, string>> = skillCategories
  const categories = Object.entries(skills).map(([id, names]) => ({ id, title: titles[id] ?? id, skills: [...names] }))
  return {
    data: {
      categories,
      microCerts: [...microCerts],
      questions: ASSESSMENT_QUESTIONS,
      passMarkPercent: ASSESSMENT_PASS_MARK_PERCENT,
    },
  }
}
