import { categories, type Category } from './categories'
import { skills } from './skills'

export interface SkillCategory extends Pick<Category, 'id' | 'title' | 'icon'> {
  skills: readonly string[]
}

/** The categories with their skills, in the order in which they are shown. */
export const skillCategories: readonly SkillCategory[] = categories.map(({ id, title, icon }) => ({
  id,
  title,
  icon,
  skills: skills[id],
}))
