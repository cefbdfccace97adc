import { auditLogCommand } from '../../../commands/audit-log/command'

export interface AuditRun {
  code: number
  /** Output of both streams. */
  output: string
}

/** Runs in this process. @param now milliseconds since 1970 */
export async function runAudit(args: readonly string[], now = Date.parse('2026-11-22T09:00:00Z')): Promise<AuditRun> {
  const lines: string[] = []
  const print = (line: string): void => void lines.push(line)
  const code = await auditLogCommand(args, { now: () => now, print, complain: print })
  return { code, output: lines.join('\n') }
}
