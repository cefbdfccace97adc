import { microCerts } from '../../../contract/micro-certs'
import { skillCategories } from '../../../contract/skill-categories'
import { skills } from '../../../contract/skills'
import type { QuestionBanks } from '../../ports/trusttag/question-banks'
import type { QuestionBank } from './question-bank'

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
 * general questions; or the name itself with these. Case and spacing do not count.
 * @param typed not blank
 */
export function findSkill(banks: QuestionBanks, typed: string): AssessedSkill {
  const name = plain(typed)
  const isMeant = (other: string) => fold(other) === fold(name)
  const bank = banks.list().find(({ skill, aliases }) => [skill, ...aliases].some(isMeant))
  if (bank) return { name: bank.skill, category: categoryOf(bank, isMeant), bank }
  const listed = listedSkills.find((one) => isMeant(one.name))
  return { ...(listed ?? { name, category: CUSTOM }), bank: banks.general() }
}

const titles: Readonly<Record<string, string>> = skillCategories

const listedSkills: readonly { name: string; category: string }[] = [
  ...Object.entries(skills).flatMap(([id, names]) => names.map((name) => ({ name, category: titles[id] ?? CUSTOM }))),
  ...microCerts.map((name) => ({ name, category: MICRO_CERT })),
]

/** The catalogue may list a bank's skill by another name than the bank does. */
function categoryOf({ skill, aliases }: QuestionBank, isMeant: (name: string) => boolean): string {
  const names = [skill, ...aliases].map(fold)
  const listed =
    listedSkills.find(({ name }) => isMeant(name)) ?? listedSkills.find(({ name }) => names.includes(fold(name)))
  return listed?.category ?? CUSTOM
}

const plain = (name: string): string => name.trim().replaceAll(/\s+/gu, ' ')

const fold = (name: string): string => plain(name).toLowerCase()
