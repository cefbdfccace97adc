import { microCerts } from '../../../contract/micro-certs'
import { skillCategories } from '../../../contract/skill-categories'
import { skills } from '../../../contract/skills'
import type { QuestionBank, QuestionBanks } from './question-bank'
import type { AttemptRow, AttemptSummary } from '../../ports/trusttag/attempt-store'
import { FIRST_RETAKE_AFTER_HOURS, LATER_RETAKE_AFTER_DAYS } from '../../../contract/limits'

interface AssessedSkill {
  /** As attempts and TrustTags show it. */
  name: string
  category: string
  bank: QuestionBank
}

const MICRO_CERT = 'MicroCert'
const CUSTOM = 'Custom'

/**
 * The skill for a chosen or typed name: that of a bank (aliases included), else a listed skill or job role with the general
 * questions, else the name itself with these. Names that look the same are the same skill.
 * @param typed not blank
 */
export function findSkill(banks: QuestionBanks, typed: string): AssessedSkill {
  const name = plain(typed)
  const key = skillKey(name)
  const bank = banks.list().find(({ skill, aliases }) => [skill, ...aliases].some((other) => skillKey(other) === key))
  if (bank) return { name: bank.skill, category: categoryOf(bank, key), bank }
  const listed = listedSkills.find((one) => one.key === key)
  return { name: listed?.name ?? name, category: listed?.category ?? CUSTOM, bank: banks.general() }
}

/** The catalogue may list a bank's skill under one of its aliases. */
function categoryOf({ skill, aliases }: QuestionBank, key: string): string {
  const keys = new Set([skill, ...aliases].map(skillKey))
  const listed = listedSkills.find((one) => one.key === key) ?? listedSkills.find((one) => keys.has(one.key))
  return listed?.category ?? CUSTOM
}

const plain = (name: string): string => name.trim().replaceAll(/\s+/gu, ' ')

/** Letters of other alphabets and digits that look like Latin capitals. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    A: 'АΑ',
    B: 'ВΒ',
    C: 'С',
    D: 'Ԁ',
    E: 'ЕΕ',
    H: 'НΗҺ',
    K: 'КΚ',
    L: 'I1|ІΙӀ',
    J: 'Ј',
    M: 'МΜ',
    N: 'Ν',
    O: '0ОΟ',
    P: 'РΡ',
    Q: 'Ԛ',
    S: 'Ѕ',
    T: 'ТΤ',
    W: 'Ԝ',
    X: 'ХΧ',
    Y: 'УΥҮ',
    Z: 'Ζ',
  }).flatMap(([meant, seen]) => Array.from(seen, (letter): [string, string] => [letter, meant])),
)

/**
 * Equal for names that look the same: ignores case, spacing, Latin accents, invisible marks, punctuation and look-alike letters.
 * Otherwise a spelling variant would skip the waiting time, or show another skill's name on a TrustTag.
 */
export function skillKey(name: string): string {
  const key = Array.from(withoutMarks(name).toUpperCase(), (letter) => LOOK_ALIKES.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim()
  // A name without letters and digits would become empty.
  return key === '' ? name.trim() : key
}

/** The first test is a shortcut: most names are plain ASCII. */
const withoutMarks = (name: string): string =>
  /^[ -~]*$/u.test(name) ? name : name.normalize('NFKD').replaceAll(/(?<=\p{Script=Latin}\p{M}*)\p{M}|\p{Cf}/gu, '')

interface BySkill<T> {
  add(attempt: T): void
  /** By any spelling of the skill. */
  of(skill: string): readonly T[]
}

/** Groups attempts by `skillKey`. */
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

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * When a skill can be tried again: a day after the first completed attempt, a week after each later one.
 * @param attempts of one person at one skill; open ones do not count
 * @returns epoch milliseconds, null without a completed attempt
 */
export function retakeAt(attempts: readonly Pick<AttemptRow, 'completedAt'>[]): number | null {
  const completed = attempts.flatMap(({ completedAt }) => completedAt ?? [])
  if (completed.length === 0) return null
  const wait = completed.length === 1 ? FIRST_RETAKE_AFTER_HOURS * HOUR_MS : LATER_RETAKE_AFTER_DAYS * DAY_MS
  return completed.reduce((latest, time) => Math.max(latest, time), 0) + wait
}

const titles: Readonly<Record<string, string>> = skillCategories

const listedSkills: readonly { name: string; key: string; category: string }[] = [
  ...Object.entries(skills).flatMap(([id, names]) => names.map((name) => ({ name, category: titles[id] ?? CUSTOM }))),
  ...microCerts.map((name) => ({ name, category: MICRO_CERT })),
].map(({ name, category }) => ({ name, category, key: skillKey(name) }))
