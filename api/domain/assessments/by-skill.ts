import type { AttemptSummary } from '../../ports/trusttag/attempt-store'
import { skillKey } from './skill-key'

export interface BySkill<T> {
  add(attempt: T): void
  /** Those at a skill, by whatever way of writing it. */
  of(skill: string): readonly T[]
}

/** Attempts, found by their skill. */
export function bySkill<T extends Pick<AttemptSummary, 'skill'>>(attempts: readonly T[]): BySkill<T> {
  const groups = new Map<string, T[]>()
  const add = (attempt: T): void => {
    const key = skillKey(attempt.skill)
    const group = groups.get(key)
    if (group) group.push(attempt)
    else groups.set(key, [attempt])
  }
  attempts.forEach(add)
  return { add, of: (skill) => groups.get(skillKey(skill)) ?? [] }
}
