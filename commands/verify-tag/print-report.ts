import type { Check, CheckOutcome } from '../../contract/credential/report'
import { checkWords, reasonWords, verdictWords, wordsOfMode } from '../../contract/credential/report-words'
import { harmless } from '../terminal/harmless'
import type { CheckedFile } from './check-tag'

const marks: Record<CheckOutcome, string> = { passed: '✓', failed: '✗', open: '?' }

/** The report for people, line by line. Nothing of the file commands the terminal. */
export function printReport({ report, believed, issuer }: CheckedFile): string[] {
  const { verdict, mode, checks } = report
  const { title, text } = verdictWords[verdict]
  const unreal = wordsOfMode(mode)
  return [
    unreal ? `${title} (${unreal.title})` : title,
    ...[text, unreal?.text].filter((line) => line !== undefined),
    ...printFacts(report),
    '',
    ...checks.map(printCheck),
    ...printLog(report),
    '',
    believedWords(believed, issuer ?? 'nobody who has an address'),
  ].map(harmless)
}

const printCheck = ({ name, outcome, reason }: Check): string =>
  `${marks[outcome]} ${checkWords[name].title}: ${reasonWords[reason]}`

function printFacts({ facts }: CheckedFile['report']): string[] {
  if (!facts) return []
  const { trustTagId, skill, score, topics, holderName, validFrom, validUntil, criteria } = facts
  return [
    '',
    `  ${trustTagId}  ${skill}, ${score}%`,
    ...topics.map(({ title, percent }) => `    ${title}: ${percent}%`),
    `  Holder, as they say: ${holderName}`,
    `  From ${validFrom}${validUntil === null ? '' : ` to ${validUntil}`}`,
    `  ${criteria}`,
  ]
}

function printLog({ log }: CheckedFile['report']): string[] {
  if (!log) return []
  const seen = log.cosignatures.map(
    ({ name, time, isSelfRun }) => `    ${momentOf(time)} ${name}${isSelfRun ? ' (run by the issuer)' : ''}`,
  )
  return [`  Entry ${log.index} of ${log.origin}, a log of ${log.size}: ${log.leafHash}`, ...seen]
}

/** A witness can sign any time, also one that no calendar has. @param time seconds since 1970 */
function momentOf(time: number): string {
  const moment = new Date(time * 1000)
  return Number.isNaN(moment.getTime()) ? String(time) : moment.toISOString()
}

/** Whose word the whole rests on. */
function believedWords(believed: CheckedFile['believed'], issuer: string): string {
  if (believed === 'file') return 'Believed: whom the file of --trust names.'
  if (believed === 'named') return `Believed: the address named with --issuer. The TrustTag names ${issuer}.`
  return `Believed: ${issuer}, by the keys that it publishes itself. They show that it signed, not who it is: check that this is the address you know, or name it with --issuer.`
}
