/** The twelve skill categories, by ID (seed 000 section 3). */
export const skillCategories = {
  accounting: 'Accounting & Finance',
  investing: 'Investing & Markets',
  data: 'Data Analytics & Business Intelligence',
  business: 'Business & Strategy',
  technology: 'Technology & Tools',
  soft: 'Cross-Industry & Soft Skills',
  compliance: 'Compliance, Audit & Risk',
  trades: 'Skilled Trades & Construction',
  healthcare: 'Healthcare & Wellness',
  hospitality: 'Hospitality & Food Service',
  transportation: 'Transportation & Logistics',
  automotive: 'Automotive & Mechanical',
} as const satisfies Record<string, string>

export type SkillCategoryId = keyof typeof skillCategories

export const isSkillCategory = (id: string): id is SkillCategoryId => Object.hasOwn(skillCategories, id)
