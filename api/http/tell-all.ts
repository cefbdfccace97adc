import type { SecurityNote } from '../domain/security-events/security-note'
import type { SecurityLog } from '../ports/security-log'

/** @param notes absent where an endpoint has none */
export function tellAll(securityLog: SecurityLog, notes: readonly SecurityNote[] | undefined): void {
  for (const { event, facts } of notes ?? []) securityLog.write(event, facts)
}
