import type { HeldTag, VerifiedTag } from '../../../contract/schemas/tags'
import { isSkillCategory, skillCategories, type SkillCategoryId } from '../../../contract/skill-categories'
import type { ProfileTag } from './profile-view'

const marks = { live: undefined, test: 'Test', sample: 'Sample' } as const

/** A TrustTag of the server, as profiles show it. */
export function toProfileTag(tag: VerifiedTag | HeldTag): ProfileTag {
  const { trustTagId: id, skill, score, issueDate, status, category, isGeneral, mode } = tag
  const mark = marks[mode]
  return {
    id,
    skill,
    score,
    issueDate,
    category,
    status: status === 'valid' ? 'verified' : status,
    hue: hueOf(category),
    isGeneral,
    ...(mark !== undefined && { mark }),
    ...(tag.proof === null && { unlogged: true }),
    ...('visibility' in tag && {
      visibility: tag.visibility,
      takeAlong: { url: tag.url, filesUrl: tag.filesUrl, expiresAt: tag.expiresAt },
    }),
  }
}

/** A category of its own, such as that of a typed skill, has none. */
const hueOf = (title: string): SkillCategoryId | null =>
  Object.keys(skillCategories)
    .filter(isSkillCategory)
    .find((id) => skillCategories[id] === title) ?? null
