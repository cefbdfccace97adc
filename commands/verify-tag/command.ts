import { isMoment } from '../../contract/credential/check-proof'
import type { Check, CheckOutcome } from '../../contract/credential/report'
import { checkWords, reasonWords, verdictWords, wordsOfMode } from '../../contract/credential/report-words'
import { runCommand, UsageError, verbOf } from '../command'
import type { Output } from '../command'
import { escapeControlChars, toJson } from '../escape'
import { CheckError, checkTag } from './check-tag'
import type { CheckedFile } from './check-tag'
import { askIssuer } from './trust'
import type { AskIssuer } from './trust'

interface VerifyTagCommandOptions extends Output {
  /** Folder that relative paths begin at. */
  cwd: string
  /** Epoch milliseconds. */
  now: () => number
  /** The network by default. */
  ask?: AskIssuer
}

/**
 * Checks a TrustTag from its file.
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
    issuer: { type: 'string', value: '<host>', summary: 'believe this issuer and no other, such as trusttag.example' },
    trust: {
      type: 'string',
      value: '<file>',
      summary: "believe whom this file names, a copy of an issuer's /trusttag/trust.json, and ask no issuer for keys",
    },
    proof: { type: 'string', value: '<file>', summary: 'the proof of the log' },
    status: {
      type: 'string',
      value: '<file>',
      summary: 'the revocation list with its proof, as it was fetched from the log: status/<number>.json',
    },
    offline: { type: 'boolean', summary: 'ask nobody; needs --trust' },
    now: { type: 'string', value: '<time>', summary: 'check as of this time, such as 2026-11-21T09:00:00Z' },
    'accept-test': {
      type: 'boolean',
      summary: 'a Test TrustTag or a sample counts as valid too; it proves nothing about anybody',
    },
    json: { type: 'boolean', summary: 'for programs' },
  },
  async run({ words, values }, options) {
    const [file = '', ...more] = words
    if (file === '' || more.length > 0) throw new UsageError('Name one file to check.')
    for (const [name, value] of Object.entries(values))
      if (value === '') throw new UsageError(`--${name} needs a value.`)
    const { offline, proof = null, trust = null, status = null, issuer } = values
    if (offline && trust === null)
      throw new UsageError('--offline needs --trust: without it, nobody is known whom to believe.')
    const request = {
      file,
      proof,
      trust,
      status,
      issuer: issuer?.toLowerCase() ?? null,
      offline,
      now: readTime(values.now),
    }
    const checked = await checkTag(request, { ...options, ask: options.ask ?? askIssuer })
    const isAccepted = accepts(checked, values['accept-test'])
    options.print(values.json ? toJson(forPrograms(checked, isAccepted)) : formatReport(checked).join('\n'))
    return isAccepted ? 0 : 1
  },
})

const command = {
  name: 'verify-tag',
  usage: ['-- [options] <file>'],
  about: `Checks a TrustTag: its signature, who signed it, its place in the public log, its dates, and whether it was revoked.
The file is its credential (.json), a badge picture with the credential in it (.png, .svg), or a wallet file.

The proof of the log is looked for beside the file (.tlog-proof), then at the issuer. So is the revocation
list. Whom to believe is asked at the address of the issuer that the file names, unless you say it: an issuer's own
keys show that the issuer signed, not who it is.`,
  verbs: [verifyVerb],
  options: {},
  notes: `In a program's output, run it with npm run --silent.`,
  exitCodes: ['valid', 'not valid or not known to be', 'invalid usage or something could not be read'],
  refusals: [CheckError],
  refusalCode: 2,
} as const

function readTime(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!isMoment(text)) throw new UsageError('--now needs a time with its zone, such as 2026-11-21T09:00:00Z.')
  return Date.parse(text)
}

const accepts = ({ report }: CheckedFile, acceptTest: boolean): boolean =>
  report.verdict === 'valid' && (report.mode === 'live' || acceptTest)

const forPrograms = ({ report, believed, issuer }: CheckedFile, isAccepted: boolean) => ({
  isAccepted,
  believed,
  issuer,
  ...report,
  words: verdictWords[report.verdict],
  checks: report.checks.map((check) => ({
    ...check,
    title: checkWords[check.name].title,
    text: reasonWords[check.reason],
  })),
})

const marks: Record<CheckOutcome, string> = { passed: '✓', failed: '✗', open: '?' }

/** The report for people. */
function formatReport({ report, believed, issuer }: CheckedFile): string[] {
  const { verdict, mode, checks } = report
  const { title, text } = verdictWords[verdict]
  const unreal = wordsOfMode(mode)
  return [
    unreal ? `${title} (${unreal.title})` : title,
    ...[text, unreal?.text].filter((line) => line !== undefined),
    ...formatFacts(report),
    '',
    ...checks.map(formatCheck),
    ...formatLog(report),
    '',
    believedText(believed, issuer ?? 'nobody who has an address'),
  ].map(escapeControlChars)
}

const formatCheck = ({ name, outcome, reason }: Check): string =>
  `${marks[outcome]} ${checkWords[name].title}: ${reasonWords[reason]}`

function formatFacts({ facts }: CheckedFile['report']): string[] {
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

function formatLog({ log }: CheckedFile['report']): string[] {
  if (!log) return []
  const seen = log.cosignatures.map(
    ({ name, time, isSelfRun }) => `    ${momentOf(time)} ${name}${isSelfRun ? ' (run by the issuer)' : ''}`,
  )
  return [`  Entry ${log.index} of ${log.origin}, a log of ${log.size}: ${log.leafHash}`, ...seen]
}

/** A witness may sign a time that no calendar has. @param time seconds since 1970 */
function momentOf(time: number): string {
  const moment = new Date(time * 1000)
  return Number.isNaN(moment.getTime()) ? String(time) : moment.toISOString()
}

function believedText(believed: CheckedFile['believed'], issuer: string): string {
  if (believed === 'file') return 'Believed: whom the file of --trust names.'
  if (believed === 'named') return `Believed: the address named with --issuer. The TrustTag names ${issuer}.`
  return `Believed: ${issuer}, by the keys that it publishes itself. They show that it signed, not who it is: check that this is the address you know, or name it with --issuer.`
}
