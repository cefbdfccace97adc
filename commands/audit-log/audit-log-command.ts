import { harmless, toJson } from '../terminal/harmless'
import { UsageError } from '../terminal/parse-arguments'
import { AuditError } from './audit-error'
import { auditLog, stateOf } from './audit-log'
import type { Audit } from './audit-log'
import { readState, writeState } from './audit-state'
import { help } from './help'
import { createFolderSource, createHttpSource, savingSource } from './log-source'
import type { LogSource } from './log-source'
import { auditData, auditLines } from './print-audit'
import { readRequest } from './read-request'
import type { AuditRequest } from './read-request'

export interface CommandOptions {
  /** Milliseconds since 1970. */
  now: () => number
  print: (line: string) => void
  /** For errors. */
  complain: (line: string) => void
}

/**
 * Audits a public log of TrustTags.
 * @param argv without Node and the script
 * @returns exit code: 0 all is well, 1 the log is wrong, 2 it could not be audited
 */
export async function auditLogCommand(argv: readonly string[], options: CommandOptions): Promise<number> {
  const { print, complain } = options
  try {
    const request = readRequest(argv)
    if (request === 'help') {
      print(help)
      return 0
    }
    const audit = await carryOut(request, options.now)
    if (request.json) print(toJson(auditData(audit, options.now())))
    else for (const line of auditLines(audit, options.now())) print(line.split('\n').map(harmless).join('\n'))
    return audit.findings.length > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof AuditError)) throw error
    complain(harmless(error.message))
    if (error instanceof UsageError) complain('npm run audit-log -- --help says more.')
    return 2
  }
}

async function carryOut(request: AuditRequest, now: () => number): Promise<Audit> {
  const { stateFile } = request
  const state = stateFile === null ? null : await readState(stateFile)
  const audit = await auditLog(sourceOf(request), request, state)
  // What is wrong is not remembered as seen: it stays wrong until the log is what it was.
  if (stateFile !== null && audit.findings.length === 0 && audit.checkpoint)
    await writeState(stateFile, stateOf(audit, audit.checkpoint, now()))
  return audit
}

function sourceOf({ log, saveFolder }: AuditRequest): LogSource {
  const source = 'url' in log ? createHttpSource(log.url) : createFolderSource(log.folder)
  return saveFolder === null ? source : savingSource(source, saveFolder)
}
