import { parseUrl } from '../../contract/parse-url'
import { parseVerifierKey } from '../../contract/tlog/signed-note'
import type { VerifierKey } from '../../contract/tlog/signed-note'
import { runCommand, UsageError, verbOf } from '../command'
import type { Output } from '../command'
import { escapeControlChars, toJson } from '../escape'
import { auditLog, stateOf } from './audit'
import type { Audit } from './audit'
import { AuditError, createFolderSource, createHttpSource, savingSource } from './log-source'
import type { LogSource } from './log-source'
import { auditData, auditLines } from './report'
import { readState, writeState } from './state'

interface AuditLogCommandOptions extends Output {
  /** Milliseconds since 1970. */
  now: () => number
}

/**
 * Audits a public log of TrustTags.
 * @param argv without Node and the script
 * @returns exit code: 0 all is well, 1 the log is wrong, 2 it could not be audited
 */
export const auditLogCommand = (argv: readonly string[], options: AuditLogCommandOptions): Promise<number> =>
  runCommand(command, argv, options, ({ verb, input }) => verb.run(input, options))

const auditVerb = verbOf<[options: AuditLogCommandOptions], number>()({
  name: '',
  positionals: ['<address of the log>…'],
  summary: '',
  options: {
    state: {
      type: 'string',
      value: '<file>',
      summary: `remembers what it saw, and says next time whether the log has only grown since. Keep this file:
without it, and without witnesses, a log that was rewritten from its start looks like any other`,
    },
    witness: {
      type: 'string',
      value: '<url>',
      multiple: true,
      summary: 'compares with what a witness saw, at its monitoring address; may be given several times',
    },
    key: {
      type: 'string',
      value: '<key>',
      multiple: true,
      summary: `a key that you know to be the log's, or a witness's, as \`vkeys\` has it; may be given several times.
Else those that it used last time, else those that the log itself names`,
    },
    from: {
      type: 'string',
      value: '<folder>',
      summary: 'a copy of a log in files: checkpoint, vkeys, tile/0/000, status/1.changes and so on',
    },
    save: { type: 'string', value: '<folder>', summary: 'saves such a copy of everything that is read' },
    json: { type: 'boolean', summary: 'for programs' },
  },
  async run({ words, values }, { now, print }) {
    const request = {
      log: readPlace(words, values.from),
      keys: values.key.map(readKey),
      witnesses: values.witness.map((text) => readUrl(text, '--witness')),
      stateFile: values.state ?? null,
      saveFolder: values.save ?? null,
    }
    const audited = await carryOut(request, now)
    if (values.json) print(toJson(auditData(audited, now())))
    else for (const line of auditLines(audited, now())) print(line.split('\n').map(escapeControlChars).join('\n'))
    return audited.findings.length > 0 ? 1 : 0
  },
})

const command = {
  name: 'audit-log',
  usage: ['-- <address of the log> [options]', '-- --from <folder> [options]'],
  about: `Reads a whole public log, as https://trusttag.example/trusttag/log, computes every hash again from its entries, and says
whether they are what the log signed: nothing changed, nothing removed, nothing twice, and no revocation taken back. It
trusts nothing but keys.`,
  verbs: [auditVerb],
  options: {},
  notes: `What it may say is wrong
  SIGNATURE  the newest checkpoint is not signed by a key of the log
  KEYS       it is signed by a key that the log names, but that is new to you
  ROLLBACK   the log is shorter than it was
  FORK       the log signed two different trees of one size
  REWRITE    the log has grown, but what was there before is not what it was
  ROOT       the entries do not make up the tree that was signed
  HASHES     a tile of hashes does not fit the entries
  MISSING    a part that was signed is not there
  TRUNCATED  a part that was signed is not whole
  ENTRY      an entry is not what a log of TrustTags holds
  DUPLICATE  one TrustTag was entered twice
  UNREVOKED  a revocation was taken back: a version of a status list lacks a bit, or lists and entries disagree
`,
  exitCodes: ['all is well', 'the log is wrong', 'it could not be audited'],
  refusals: [AuditError],
  refusalCode: 2,
} as const

interface AuditRequest {
  log: { url: URL } | { folder: string }
  /** Trusted instead of the keys that the log names. */
  keys: readonly VerifierKey[]
  /** Monitoring addresses. */
  witnesses: readonly URL[]
  stateFile: string | null
  saveFolder: string | null
}

function readPlace([address, ...more]: readonly string[], folder: string | undefined): AuditRequest['log'] {
  if (more.length > 0) throw new UsageError('Name one log.')
  if (address !== undefined && folder !== undefined) throw new UsageError('Name an address or a folder, not both.')
  if (folder !== undefined) return { folder }
  if (address === undefined) throw new UsageError('Say where the log is.')
  // The address of the checkpoint stands for its log.
  return { url: readUrl(address.replace(/\/checkpoint\/?$/u, ''), 'The address of the log') }
}

function readUrl(text: string, what: string): URL {
  const url = parseUrl(text)
  const isPlain = url && /^https?:$/u.test(url.protocol) && url.username + url.password + url.search + url.hash === ''
  if (!isPlain) throw new UsageError(`${what} must be like https://trusttag.example/trusttag/log.`)
  url.pathname = url.pathname.replace(/\/+$/u, '')
  return url
}

function readKey(text: string): VerifierKey {
  const key = parseVerifierKey(text)
  if (!key) throw new UsageError('--key must be a whole line of vkeys, as example.com/log+0a1b2c3d+AQ….')
  return key
}

async function carryOut(request: AuditRequest, now: () => number): Promise<Audit> {
  const { stateFile } = request
  const state = stateFile === null ? null : await readState(stateFile)
  const audit = await auditLog(sourceOf(request), request, state)
  // A bad state is not remembered: it is reported again until the log is what it was.
  if (stateFile !== null && audit.findings.length === 0 && audit.checkpoint)
    await writeState(stateFile, stateOf(audit, audit.checkpoint, now()))
  return audit
}

function sourceOf({ log, saveFolder }: AuditRequest): LogSource {
  const source = 'url' in log ? createHttpSource(log.url) : createFolderSource(log.folder)
  return saveFolder === null ? source : savingSource(source, saveFolder)
}
