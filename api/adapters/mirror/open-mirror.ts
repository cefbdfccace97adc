import type { Logger } from 'pino'
import { AIRTABLE_NOT_CONFIGURED } from '../../domain/mirror/airtable-settings'
import type { AirtableSettings } from '../../domain/mirror/airtable-settings'
import type { Mirror } from '../../ports/mirror'
import { createAirtable } from './airtable'

/** Where copies of records go; that they go nowhere is said once. */
export function openMirror(settings: AirtableSettings | null, log: Pick<Logger, 'info'>): Mirror | null {
  if (settings !== null) return createAirtable(settings)
  log.info(AIRTABLE_NOT_CONFIGURED)
  return null
}
