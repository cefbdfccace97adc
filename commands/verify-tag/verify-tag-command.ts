import { checkWords, reasonWords, verdictWords } from '../../contract/credential/report-words'
import { harmless, toJson } from '../terminal/harmless'
import { askIssuer } from './ask-issuer'
import type { AskIssuer } from './ask-issuer'
import { CheckError, checkTag } from './check-tag'
import type { CheckedFile } from './check-tag'
import { help } from './help'
import { printReport } from './print-report'
import { UsageError } from '../terminal/parse-arguments'
import { readRequest } from './read-request'
import type { VerifyRequest } from './read-request'

export interface CommandOptions {
  /** Folder that relative paths begin at. */
  cwd: string
  /** Epoch milliseconds. */
  now: () => number
  /** The network, when nothing is said. */
  ask?: AskIssuer
  print: (text: string) => void
  /** For errors. */
  complain: (line: string) => void
}

/**
 * Checks a TrustTag from its file.
 * @param argv without Node and the script
 * @returns exit code: 0 valid, 1 not valid, 2 asked wrongly or something could not be read
 */
export async function verifyTagCommand(argv: readonly string[], options: CommandOptions): Promise<number> {
  try {
    const request = readRequest(argv)
    if (request === 'help') {
      options.print(help)
      return 0
    }
    const checked = await checkTag(request, { ...options, ask: options.ask ?? askIssuer })
    const isAccepted = accepts(checked, request)
    options.print(request.json ? toJson(forPrograms(checked, isAccepted)) : printReport(checked).join('\n'))
    return isAccepted ? 0 : 1
  } catch (error) {
    const isUsage = error instanceof UsageError
    if (!isUsage && !(error instanceof CheckError)) throw error
    options.complain(harmless(isUsage ? error.message : `${error.message}.`))
    if (isUsage) options.complain('npm run verify-tag -- --help says more.')
    return 2
  }
}

const accepts = ({ report }: CheckedFile, { acceptTest }: VerifyRequest): boolean =>
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
