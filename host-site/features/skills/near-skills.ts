import { editDistance } from '../../../contract/edit-distance'
import { type SkillFacts, slugOf } from '../../../contract/skill-facts'
import { listedSkills } from '../../../contract/skill-pages'

interface NamedSkill {
  name: string
  slug: string
}

const NEAR_MAX = 5

/** One per slug: a name can be in two categories. */
export const namedSkills: readonly NamedSkill[] = [
  ...new Map(listedSkills.map(({ name }) => [slugOf(name), { name, slug: slugOf(name) }])).values(),
]

/** Listed skills with a similar name, nearest first. @param slug as in a URL */
export function nearSkills(slug: string): NamedSkill[] {
  const words = slugOf(slug).split('-').filter(Boolean)
  return namedSkills
    .map((skill) => ({ skill, distance: distanceOf(words, skill.slug.split('-')) }))
    .filter(({ distance }) => distance < 1)
    .toSorted((one, other) => one.distance - other.distance || one.skill.name.localeCompare(other.skill.name, 'en'))
    .slice(0, NEAR_MAX)
    .map(({ skill }) => skill)
}

/** 0 for the same words; each word of the URL that no word of the name resembles adds its share. */
function distanceOf(words: readonly string[], others: readonly string[]): number {
  const misses = words.map((word) => Math.min(1, ...others.map((other) => wordDistance(word, other))))
  const unlike = others.length > words.length ? 0.05 * (others.length - words.length) : 0
  return words.length === 0 ? 1 : misses.reduce((sum, miss) => sum + miss, 0) / words.length + unlike
}

/** 1 unless at most a third of the letters differ, or one starts with the other. */
function wordDistance(word: string, other: string): number {
  if (word === other) return 0
  const [short, long] = word.length < other.length ? [word, other] : [other, word]
  if (short.length >= 4 && long.startsWith(short)) return 0.2
  const share = editDistance(word, other) / long.length
  return share <= 1 / 3 ? share : 1
}

/** The skill that a page was prerendered with, so that it hydrates without a request. */
export interface KnownSkill {
  /** Of the prerendered page; an alias has the facts of its skill. */
  path: string
  skill: SkillFacts
}

/** ID of the data block that the prerenderer writes. */
export const KNOWN_SKILL = 'known-skill'

/** Set by the prerenderer, which renders one page at a time; undefined in a browser. */
let rendered: KnownSkill | null | undefined

export const renderWithSkill = (known: KnownSkill | null): void => void (rendered = known)

/** Null unless the page at this path was prerendered with a skill. */
export function knownSkillAt(path: string): SkillFacts | null {
  const known = rendered === undefined ? readBlock() : rendered
  return known?.path === path ? known.skill : null
}

function readBlock(): KnownSkill | null {
  const text = document.getElementById(KNOWN_SKILL)?.textContent
  const known: unknown = text ? JSON.parse(text) : null
  return isKnownSkill(known) ? known : null
}

const isKnownSkill = (value: unknown): value is KnownSkill =>
  typeof value === 'object' && value !== null && 'path' in value && 'skill' in value
