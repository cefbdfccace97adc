import { isSkillCategory, skillCategories, type SkillCategoryId } from '../../contract/skill-categories'
import { skills } from '../../contract/skills'
import type { IconName } from '../ui/icon'

/** Each ID also selects the color (styles/category-hues.css). */
const icons = {
  accounting: 'ledger',
  investing: 'rising',
  data: 'bars',
  business: 'compass',
  technology: 'chip',
  soft: 'voices',
  compliance: 'scales',
  trades: 'hammer',
  healthcare: 'heart',
  hospitality: 'pot',
  transportation: 'truck',
  automotive: 'gauge',
} as const satisfies Record<SkillCategoryId, IconName>

export type CategoryId = SkillCategoryId

export interface SkillCategory {
  id: SkillCategoryId
  title: string
  icon: IconName
  skills: readonly string[]
}

/** In display order. */
export const categories: readonly SkillCategory[] = Object.keys(skillCategories)
  .filter(isSkillCategory)
  .map((id) => ({ id, title: skillCategories[id], icon: icons[id], skills: skills[id] }))
