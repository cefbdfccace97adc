import type { PlanConnectionRow } from '../../ports/store'

/** Whether a connection gives access now; a failed payment takes it away. */
export function isActive({ status }: PlanConnectionRow): boolean {
  return status === 'ACTIVE' || status === 'TRIALING'
}
