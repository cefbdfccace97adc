import type { SkillFacts } from '../../contract/skill-facts'

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
