import { WORKPLACE_BASICS } from '../../../contract/tag-texts'
import { microCerts } from '../../../contract/micro-certs'
import { skillCategories } from '../../../contract/skill-categories'
import { skills } from '../../../contract/skills'
import type { QuestionBank, QuestionBanks } from './question-bank'

export interface AssessedSkill {
  /** As shown by attempts and TrustTags. */
  name: string
  category: string
  bank: QuestionBank
  /** A bank's name or alias, or a listed name. */
  isListed: boolean
}

const MICRO_CERT = 'MicroCert'
const CUSTOM = 'Custom'

/**
 * Matches a bank (by name or alias), else a listed skill or job role, else the typed name; the latter two get the general questions. Names
 * that look the same are the same skill. @param typed not blank
 */
export function findSkill(banks: QuestionBanks, typed: string): AssessedSkill {
  const name = plain(typed)
  const key = skillKey(name)
  if (key === BASICS_KEY)
    return { name: WORKPLACE_BASICS, category: skillCategories.soft, bank: banks.general(), isListed: true }
  const bank = banks.list().find(({ skill, aliases }) => [skill, ...aliases].some((other) => skillKey(other) === key))
  if (bank) return { name: bank.skill, category: categoryOf(bank, key), bank, isListed: true }
  const listed = listedSkills.find((one) => one.key === key)
  return {
    name: listed?.name ?? name,
    category: listed?.category ?? CUSTOM,
    bank: banks.general(),
    isListed: listed !== undefined,
  }
}

/** The catalog may list a bank's skill by an alias. */
function categoryOf({ skill, aliases }: QuestionBank, key: string): string {
  const keys = new Set([skill, ...aliases].map(skillKey))
  const listed = listedSkills.find((one) => one.key === key) ?? listedSkills.find((one) => keys.has(one.key))
  return listed?.category ?? CUSTOM
}

const plain = (name: string): string => name.trim().replaceAll(/\s+/gu, ' ')

/** Letters of other alphabets, and digits, that look like Latin capitals. */
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
 * Equal for names that look the same: ignores case, spacing, Latin accents, invisible marks, punctuation and look-alikes. Otherwise a
 * spelling variant would skip the retake time or imitate another skill on a TrustTag.
 */
export function skillKey(name: string): string {
  const key = Array.from(withoutMarks(name).toUpperCase(), (letter) => LOOK_ALIKES.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim()
  // A name without letters and digits would become empty.
  return key === '' ? name.trim() : key
}

/** Fast path: most names are ASCII. */
const withoutMarks = (name: string): string =>
  /^[ -~]*$/u.test(name) ? name : name.normalize('NFKD').replaceAll(/(?<=\p{Script=Latin}\p{M}*)\p{M}|\p{Cf}/gu, '')

/** What a TrustTag of the attempt says: skills without questions of their own share one claim. */
export const claimOf = (banks: QuestionBanks, { bankId, skill }: { bankId: string; skill: string }): string =>
  bankId === banks.general().id ? WORKPLACE_BASICS : skill

const titles: Readonly<Record<string, string>> = skillCategories

const listedSkills: readonly { name: string; key: string; category: string }[] = [
  ...Object.entries(skills).flatMap(([id, names]) => names.map((name) => ({ name, category: titles[id] ?? CUSTOM }))),
  ...microCerts.map((name) => ({ name, category: MICRO_CERT })),
].map(({ name, category }) => ({ name, category, key: skillKey(name) }))

export const listedNames: readonly string[] = listedSkills.map(({ name }) => name)

const BASICS_KEY = skillKey(WORKPLACE_BASICS)
