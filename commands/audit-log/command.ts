import { parseUrl } from '../../contract/parse-url'
import { parseVerifierKey } from '../../contract/tlog/signed-note'
import type { VerifierKey } from '../../contract/tlog/signed-note'
import { runCommand, UsageError, verbOf } from '../command'
import type { Output } from '../command'
import { escapeControlChars, toJson } from '../terminal'
import { auditLog, stateOf } from './audit'
import type { Audit } from './audit'
import { AuditError, createFolderSource, createHttpSource, savingSource } from './log-source'
import type { LogSource } from './log-source'
import { auditData, auditLines } from './report'
import { readState, writeState } from './state'

interface AuditLogCommandOptions extends Output {
  now: () => number
}

/**
 * @param argv without Node and the script
 * @returns exit code: 0 all is well, 1 the log is wrong, 2 it could not be audited
 */
export const auditLogCommand = (argv: readonly string[], options: AuditLogCommandOptions): Promise<number> =>
  runCommand(command, argv, options, ({ verb, input }) => verb.run(input, options))

const auditVerb = verbOf<[options: AuditLogCommandOptions], number>()({
  name: '',
  positionals: ['<log URL>…'],
  summary: '',
  options: {
    state: {
      type: 'string',
      value: '<file>',
      summary: `stores the audited state, to check next time that the log has only grown. Keep this file:
without it, and without witnesses, a log that was rewritten from its start looks fine`,
    },
    witness: {
      type: 'string',
      value: '<url>',
      multiple: true,
      summary: 'compares the log with what a witness saw, at its monitoring URL; repeatable',
    },
    key: {
      type: 'string',
      value: '<key>',
      multiple: true,
      summary: `a trusted key of the log or a witness, as a line of \`vkeys\`; repeatable.
Default: the keys of the last audit, else those that the log itself names`,
    },
    from: {
      type: 'string',
      value: '<folder>',
      summary: 'reads a copy of a log from files: checkpoint, vkeys, tile/0/000, status/1.changes and so on',
    },
    save: { type: 'string', value: '<folder>', summary: 'saves such a copy of all files read' },
    json: { type: 'boolean', summary: 'JSON output' },
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
  usage: ['-- <log URL> [options]', '-- --from <folder> [options]'],
  about: `Audits a public log of TrustTags, such as https://trusttag.example/trusttag/log. Reads every entry, recomputes every hash and
compares them with what the log signed: nothing changed, removed or entered twice, and no revocation undone. It trusts
only keys.`,
  verbs: [auditVerb],
  options: {},
  notes: `Findings
  SIGNATURE  the newest checkpoint is not signed by a key of the log
  KEYS       it is signed by a key that the log names, but that is new to you
  ROLLBACK   the log is shorter than it was
  FORK       the log signed two different trees of one size
  REWRITE    the log has grown, but its earlier entries have changed
  ROOT       the entries do not match the signed tree
  HASHES     a tile of hashes does not match the entries
  MISSING    a signed part is missing
  TRUNCATED  a signed part is incomplete
  ENTRY      an entry is not valid for a log of TrustTags
  DUPLICATE  a TrustTag was entered twice
  UNREVOKED  a revocation was undone: a version of a status list lacks a bit, or lists and entries disagree
`,
  exitCodes: ['all is well', 'the log is wrong', 'it could not be audited'],
  refusals: [AuditError],
  refusalCode: 2,
} as const

interface AuditRequest {
  log: { url: URL } | { folder: string }
  /** Trusted instead of the log's own keys. */
  keys: readonly VerifierKey[]
  /** Monitoring URLs. */
  witnesses: readonly URL[]
  stateFile: string | null
  saveFolder: string | null
}

function readPlace([address, ...more]: readonly string[], folder: string | undefined): AuditRequest['log'] {
  if (more.length > 0) throw new UsageError('Name one log.')
  if (address !== undefined && folder !== undefined) throw new UsageError('Name a URL or a folder, not both.')
  if (folder !== undefined) return { folder }
  if (address === undefined) throw new UsageError('Name the URL of the log, or a folder with --from.')
  // The URL of the checkpoint is accepted for its log.
  return { url: readUrl(address.replace(/\/checkpoint\/?$/u, ''), 'The log URL') }
}

function readUrl(text: string, what: string): URL {
  const url = parseUrl(text)
  const isPlain = url && /^https?:$/u.test(url.protocol) && url.username + url.password + url.search + url.hash === ''
  if (!isPlain) throw new UsageError(`${what} must be a plain URL such as https://trusttag.example/trusttag/log.`)
  url.pathname = url.pathname.replace(/\/+$/u, '')
  return url
}

function readKey(text: string): VerifierKey {
  const key = parseVerifierKey(text)
  if (!key) throw new UsageError('--key must be a full line of vkeys, such as example.com/log+0a1b2c3d+AQ….')
  return key
}

async function carryOut(request: AuditRequest, now: () => number): Promise<Audit> {
  const { stateFile } = request
  const state = stateFile === null ? null : await readState(stateFile)
  const audit = await auditLog(sourceOf(request), request, state)
  // A log with findings is not remembered, so that it is reported until it is fixed.
  if (stateFile !== null && audit.findings.length === 0 && audit.checkpoint)
    await writeState(stateFile, stateOf(audit, audit.checkpoint, now()))
  return audit
}

function sourceOf({ log, saveFolder }: AuditRequest): LogSource {
  const source = 'url' in log ? createHttpSource(log.url) : createFolderSource(log.folder)
  return saveFolder === null ? source : savingSource(source, saveFolder)
}
