import type { SecurityFacts } from '../../ports/security-log'
import type { SecurityEventName } from './security-events'

/** One line that is to be written, beside what is known of who asks. */
export interface SecurityNote {
  event: SecurityEventName
  facts?: SecurityFacts
}
