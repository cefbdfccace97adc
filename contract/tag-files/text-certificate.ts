/** Text certificates: they are not signed, so each is compared with what TrustTag signed under its ID. */
import type { ProofReport } from '../credential/report'
import { readTagId } from '../tag-id'

/** Labels of facts in text files. */
export const textLabels = {
  skill: 'Skill',
  category: 'Category',
  holder: 'Holder',
  score: 'Score',
  likely: 'Likely',
  id: 'TrustTag ID',
  issued: 'Issued',
  validUntil: 'Valid until',
  status: 'Status',
  logEntry: 'Log entry',
  check: 'Check it',
} as const

type Label = keyof typeof textLabels

export interface TextCertificate {
  id: string
  /** Host of the printed link; null without one. */
  host: string | null
  facts: Partial<Record<Label, string>>
  /** Percent by title. */
  topics: { title: string; percent: number }[]
}

const LINE = new RegExp(`^(${Object.values(textLabels).join('|')}):[ \\t]+(\\S.*?)\\s*$`, 'u')
const TOPIC = /^\s+(\S.*): (\d+(?:\.\d+)?) of (\d+(?:\.\d+)?)(?:, (?:strong|mixed))?\s*$/u
const LINK = /https?:\/\/\S+\/verify\S*/u

/** The certificates in a text: one, or those of a portfolio. A certificate begins with its skill. */
export function readTextCertificates(text: string): TextCertificate[] {
  return text
    .split(/^(?=Skill:[ \t])/mu)
    .map(readOne)
    .filter((one) => one !== null)
}

function readOne(text: string): TextCertificate | null {
  const facts: TextCertificate['facts'] = {}
  const topics: TextCertificate['topics'] = []
  for (const line of text.split(/\r?\n/u)) {
    const [, label, value] = LINE.exec(line) ?? []
    const name = labelOf(label)
    if (name && value !== undefined) facts[name] ??= value
    const [, title, points, of] = TOPIC.exec(line) ?? []
    if (title !== undefined) topics.push({ title, percent: Math.round((Number(points) / Number(of)) * 100) })
  }
  if (facts.id === undefined || facts.skill === undefined) return null
  const [link] = LINK.exec(text) ?? []
  return { id: readTagId(facts.id).id, host: link === undefined ? null : readTagId(link).host, facts, topics }
}

const labelOf = (label: string | undefined): Label | undefined =>
  Object.entries(textLabels).flatMap(([name, one]) => (one === label && isLabel(name) ? [name] : []))[0]

const isLabel = (name: string): name is Label => Object.hasOwn(textLabels, name)

/**
 * Compares a text with the signed facts. Its status is that of the day when it was written, so it is not compared.
 * @returns the differing facts, as phrases; empty without signed facts
 */
export function differencesOf({ id, facts, topics }: TextCertificate, { facts: signed, log }: ProofReport): string[] {
  if (!signed) return []
  const day = (iso: string | null) => (iso === null ? undefined : dayText(iso))
  const percentOf = (title: string) => signed.topics.find((one) => one.title === title)?.percent
  const differing: Readonly<Record<string, boolean>> = {
    'the ID': id !== signed.trustTagId,
    'the skill': facts.skill !== signed.skill,
    'the holder’s name': !isNamed(facts.holder ?? '', signed.holderName),
    'the score':
      !/^\d{1,3}(?:\.\d+)?%/u.test(facts.score ?? '') || Number.parseFloat(facts.score ?? '') !== signed.score,
    'the likely range': signed.band !== null && facts.likely?.startsWith(`${signed.band},`) === false,
    'the topics': topics.some(({ title, percent }) => Math.abs((percentOf(title) ?? -9) - percent) > 1),
    'the issue date': facts.issued !== day(signed.validFrom),
    'the expiry date': facts.validUntil !== day(signed.validUntil),
    'the log entry': log !== null && facts.logEntry !== undefined && !facts.logEntry.endsWith(log.leafHash),
  }
  return Object.entries(differing).flatMap(([name, differs]) => (differs ? [name] : []))
}

/** A note on whether the name was checked may follow. */
const isNamed = (written: string, name: string): boolean =>
  written === name ||
  (written.startsWith(name) && /^ (?:\(|· )name (?:not )?checked\b/iu.test(written.slice(name.length)))

const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `14 March 2024`. */
export const dayText = (time: string | number): string => format.format(new Date(time))
