import { microCerts } from '../../../contract/micro-certs'
import { skillCategories } from '../../../contract/skill-categories'
import { skills } from '../../../contract/skills'
import type { QuestionBanks } from '../../ports/trusttag/question-banks'
import type { QuestionBank } from './question-bank'
import { skillKey } from './skill-key'

export interface AssessedSkill {
  /** As an attempt shows it, and as a TrustTag will say it. */
  name: string
  category: string
  bank: QuestionBank
}

const MICRO_CERT = 'MicroCert'
const CUSTOM = 'Custom'

/**
 * What a chosen or typed name means: the skill of a bank, also by another name of it; a listed skill or job role with the
 * general questions; or the name itself with these. Names that read the same are the same.
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

const titles: Readonly<Record<string, string>> = skillCategories

const listedSkills: readonly { name: string; key: string; category: string }[] = [
  ...Object.entries(skills).flatMap(([id, names]) => names.map((name) => ({ name, category: titles[id] ?? CUSTOM }))),
  ...microCerts.map((name) => ({ name, category: MICRO_CERT })),
].map(({ name, category }) => ({ name, category, key: skillKey(name) }))

/** The catalogue may list a bank's skill by another name than the bank does. */
function categoryOf({ skill, aliases }: QuestionBank, key: string): string {
  const keys = new Set([skill, ...aliases].map(skillKey))
  const listed = listedSkills.find((one) => one.key === key) ?? listedSkills.find((one) => keys.has(one.key))
  return listed?.category ?? CUSTOM
}

const plain = (name: string): string => name.trim().replaceAll(/\s+/gu, ' ')
