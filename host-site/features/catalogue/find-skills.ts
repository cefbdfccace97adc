import { microCerts } from '../../../contract/micro-certs'
import { categories } from '../../content/categories'

export interface FoundSkill {
  skill: string
  /** Where it stands. */
  category: string
}

const all: readonly FoundSkill[] = [
  ...categories.flatMap(({ title, skills }) => skills.map((skill) => ({ skill, category: title }))),
  ...microCerts.map((skill) => ({ skill, category: 'Popular MicroCerts' })),
]

/**
 * Skills whose name or category has every word of a query, those that begin with it first; case and accents do not
 * count. Nothing for a query without words.
 */
export function findSkills(query: string): FoundSkill[] {
  const plain = fold(query)
  const words = plain.split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = all.filter(({ skill, category }) => {
    const text = fold(`${skill} ${category}`)
    return words.every((word) => text.includes(word))
  })
  const rank = ({ skill }: FoundSkill) =>
    fold(skill).startsWith(plain.trim()) ? 0 : fold(skill).includes(plain.trim()) ? 1 : 2
  return found.toSorted((one, other) => rank(one) - rank(other))
}

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
