import { scoreText, nameText, reviewText } from '../../contract/tag-texts'
import { shownSignedTopics, topicLevel } from '../../contract/topic-level'
import { withBand } from '../../contract/score-band'
import { isMoment } from '../../contract/credential/check-proof'
import type { Check, CheckOutcome, ProofReport } from '../../contract/credential/report'
import {
  checkTexts,
  headlineOf,
  PAPER_TEXT,
  reasonTexts,
  verdictTexts,
  textsOfMode,
} from '../../contract/credential/report-texts'
import type { TagResult } from '../../contract/tag-files/check'
import { runCommand, UsageError, verbOf } from '../command'
import type { Output } from '../command'
import { escapeControlChars, toJson } from '../terminal'
import { CheckError, checkTag } from './check-tag'
import type { CheckedInput } from './check-tag'
import { askIssuer } from './trust'
import type { AskIssuer } from './trust'

interface VerifyTagCommandOptions extends Output {
  /** Base of relative paths. */
  cwd: string
  /** Epoch milliseconds. */
  now: () => number
  /** The network by default. */
  ask?: AskIssuer
}

/**
 * @param argv without Node and the script
 * @returns exit code: 0 valid, 1 not valid, 2 invalid usage or something could not be read
 */
export const verifyTagCommand = (argv: readonly string[], options: VerifyTagCommandOptions): Promise<number> =>
  runCommand(command, argv, options, ({ verb, input }) => verb.run(input, options))

const verifyVerb = verbOf<[options: VerifyTagCommandOptions], number>()({
  name: '',
  positionals: ['<file>…'],
  summary: '',
  options: {
    issuer: { type: 'string', value: '<host>', summary: 'trust only this issuer, such as trusttag.example' },
    trust: {
      type: 'string',
      value: '<file>',
      summary: "trust the keys in this file, a copy of an issuer's /trusttag/trust.json, instead of fetching keys",
    },
    proof: { type: 'string', value: '<file>', summary: 'the proof of the log entry' },
    status: {
      type: 'string',
      value: '<file>',
      summary: 'the revocation list with its proof, as fetched from the log: status/<number>.json',
    },
    offline: { type: 'boolean', summary: 'no network requests; needs --trust' },
    now: { type: 'string', value: '<time>', summary: 'check as of this time, such as 2026-11-21T09:00:00Z' },
    'accept-test': {
      type: 'boolean',
      summary: 'accepts test and sample TrustTags too; they prove nothing about anyone',
    },
    json: { type: 'boolean', summary: 'JSON output' },
  },
  async run({ words, values }, options) {
    if (words.length === 0) throw new UsageError('Name a file, an ID or a link to check.')
    for (const [name, value] of Object.entries(values))
      if (value === '') throw new UsageError(`--${name} needs a value.`)
    const { offline, proof = null, trust = null, status = null, issuer } = values
    if (offline && trust === null)
      throw new UsageError('--offline needs --trust, because the issuer’s keys cannot be fetched.')
    const request = {
      inputs: words,
      proof,
      trust,
      status,
      issuer: issuer?.toLowerCase() ?? null,
      offline,
      now: readTime(values.now),
    }
    const checked = await checkTag(request, { ...options, ask: options.ask ?? askIssuer })
    const accepts = (result: TagResult) => isAccepted(result, values['accept-test'])
    options.print(values.json ? toJson(forPrograms(checked, accepts)) : formatResults(checked, offline).join('\n'))
    return checked.results.every(accepts) ? 0 : 1
  },
})

const command = {
  name: 'verify-tag',
  usage: ['-- [options] <file>…', '-- --issuer <host> [options] <ID or link>'],
  about: `Checks a TrustTag: its signature, its issuer, its entry in the public log, its dates, and whether it was revoked.
The file is any that is handed out: its credential (.json), a badge (.png, .svg), a certificate (.pdf, .txt), a wallet
file or an archive (.zip). Several files are checked together, such as a credential and its proof. A text certificate is
compared with what its issuer signed under its ID.

The log proof is read from the file, from beside the file (.tlog-proof) or fetched from the issuer. The revocation list is fetched
from the issuer unless --status names it. Keys are fetched from the issuer that the file names unless you name one:
these keys show that the issuer signed, not who it is.`,
  verbs: [verifyVerb],
  options: {},
  notes: `To pipe the output, use npm run --silent.`,
  exitCodes: ['valid', 'not valid or not known to be', 'invalid usage or something could not be read'],
  refusals: [CheckError],
  refusalCode: 2,
} as const

function readTime(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!isMoment(text)) throw new UsageError('--now needs a time with its zone, such as 2026-11-21T09:00:00Z.')
  return Date.parse(text)
}

const isAccepted = (result: TagResult, acceptTest: boolean): boolean =>
  result.outcome === 'checked' && result.report.verdict === 'valid' && (result.report.mode === 'live' || acceptTest)

/** One result, or a list of several. */
function forPrograms(checked: CheckedInput, accepts: (result: TagResult) => boolean) {
  const { results, believed, issuer, linkHost } = checked
  const all = results.map((result) => resultData(result, accepts(result)))
  const around = { isAccepted: results.every(accepts), believed, issuer, linkHost }
  return all.length === 1 ? { ...all[0], ...around } : { ...around, results: all }
}

function resultData(result: TagResult, accepted: boolean) {
  const { fileNames } = result
  if (result.outcome !== 'checked')
    return {
      isAccepted: accepted,
      outcome: result.outcome,
      trustTagId: result.id,
      fileNames,
      words: lookupTexts[result.outcome],
    }
  const { report, differences, isPaper } = result
  return {
    ...report,
    isAccepted: accepted,
    fileNames,
    differences,
    notice: isPaper ? PAPER_TEXT : null,
    words: { ...verdictTexts[report.verdict], title: headlineOf(report) },
    checks: report.checks.map(({ name, outcome, reason }) => ({
      name,
      outcome,
      reason,
      title: checkTexts[name].title,
      text: reasonTexts[reason],
    })),
  }
}

const lookupTexts = {
  unknown: { title: 'Invalid TrustTag', text: 'This TrustTag ID was not found or is invalid' },
  unreachable: {
    title: 'Could not be checked',
    text: 'The issuer did not respond, so this ID could not be looked up.',
  },
} as const

const marks: Record<CheckOutcome, string> = { passed: '✓', failed: '✗', open: '?' }

function formatResults(checked: CheckedInput, isOffline: boolean): string[] {
  const { results, believed, issuer, linkHost, now } = checked
  const lines = results.map((result) => formatResult(result, checked).join('\n'))
  const named = results.map(({ fileNames }, at) => `${lines[at]}\n\nFound in: ${fileNames.join(', ')}`)
  return [
    ...(named.length > 1 ? named.join(`\n\n${'-'.repeat(60)}\n`) : lines.join('\n')).split('\n'),
    ...(isOffline ? ['', `Checked offline, as of ${new Date(now).toISOString()}.`] : []),
    ...(linkHost === null
      ? []
      : ['', `The link leads to ${linkHost}, not to ${issuer ?? 'the issuer'}. It was not followed.`]),
    '',
    believedText(believed, issuer ?? 'an issuer without a URL'),
  ].map(escapeControlChars)
}

function formatResult(result: TagResult, { issuer }: CheckedInput): string[] {
  if (result.outcome !== 'checked') {
    const { title, text } = lookupTexts[result.outcome]
    return [title, text, '', `  ${result.id}`]
  }
  const { report, differences, isPaper } = result
  const { verdict, mode, checks, claimedId } = report
  return [
    headlineOf(report),
    ...[verdictTexts[verdict].text, textsOfMode(mode)?.text].filter((line) => line !== undefined),
    ...(differences.length > 0 ? [`These differ: ${differences.join(', ')}. The signed facts are below.`] : []),
    ...formatFacts(report),
    ...(isPaper && report.facts ? ['', PAPER_TEXT] : []),
    '',
    ...checks.map((check) => formatCheck(check, report.asOf)),
    ...formatLog(report),
    ...(claimedId !== null && issuer !== null
      ? ['', `See what was signed under this ID: npm run verify-tag -- --issuer ${issuer} ${claimedId}`]
      : []),
  ]
}

const formatCheck = ({ name, outcome, reason }: Check, asOf: string | null): string =>
  `${marks[outcome]} ${checkTexts[name].title}: ${reasonTexts[reason]}${name === 'status' && asOf !== null ? ` (as of ${asOf})` : ''}`

function formatFacts({ facts }: ProofReport): string[] {
  if (!facts) return []
  const { trustTagId, skill, topics, questions, holderName, nameState, isReviewed, validFrom, validUntil, criteria } =
    facts
  return [
    '',
    `  ${trustTagId}  ${skill}, ${scoreText(withBand(facts))}`,
    ...shownSignedTopics(topics, questions).map(({ title, percent }) => `    ${title}: ${topicLevel(percent)}`),
    `  Holder (${nameText(nameState).toLowerCase()}): ${holderName}`,
    `  ${reviewText(isReviewed)}`,
    `  From ${validFrom}${validUntil === null ? '' : ` to ${validUntil}`}`,
    `  ${criteria}`,
  ]
}

function formatLog({ log }: ProofReport): string[] {
  if (!log) return []
  const seen = log.cosignatures.map(
    ({ name, time, isSelfRun }) => `    ${momentOf(time)} ${name}${isSelfRun ? ' (run by the issuer)' : ''}`,
  )
  return [`  Entry ${log.index} of ${log.size} in ${log.origin}: ${log.leafHash}`, ...seen]
}

/** A witness may sign an impossible time. @param time seconds since 1970 */
function momentOf(time: number): string {
  const moment = new Date(time * 1000)
  return Number.isNaN(moment.getTime()) ? String(time) : moment.toISOString()
}

function believedText(believed: CheckedInput['believed'], issuer: string): string {
  if (believed === 'file') return 'Trusted: the issuers in the --trust file.'
  if (believed === 'named') return `Trusted: the host named with --issuer. The TrustTag names ${issuer}.`
  return `Trusted: ${issuer}, by the keys that it publishes itself. They show that it signed, not who it is: check that you know this host, or name it with --issuer.`
}
