import type { MirrorJobRow } from '../../ports/trusttag/audit-store'

/** Where copies of records go, where that is Airtable. */
export interface AirtableSettings {
  apiKey: string
  baseId: string
  /** Name or id of the table of each kind of record. */
  tables: Record<MirrorJobRow['kind'], string>
  /** Origin of Airtable, or of what stands in for it in development. */
  apiUrl: string
}

export const AIRTABLE_API_URL = 'https://api.airtable.com'

/** What is said where it is not set up. */
export const AIRTABLE_NOT_CONFIGURED = 'Airtable not configured. Please set environment variables.'

const NAMES = { apiKey: 'AIRTABLE_API_KEY', baseId: 'AIRTABLE_BASE_ID' } as const

/**
 * What the environment says of Airtable.
 * @param read a variable's value, undefined when it is not set
 * @returns null where nothing is set up; a sentence about what cannot be meant, which never repeats a value
 */
export function readAirtable(
  read: (name: string) => string | undefined,
): Omit<AirtableSettings, 'apiUrl'> | string | null {
  const [apiKey, baseId] = [read(NAMES.apiKey), read(NAMES.baseId)]
  if (apiKey === undefined && baseId === undefined) return null
  if (apiKey === undefined) return `${NAMES.baseId} is set without ${NAMES.apiKey}. Airtable needs both.`
  if (baseId === undefined) return `${NAMES.apiKey} is set without ${NAMES.baseId}. Airtable needs both.`
  if (!/^[\x21-\x7e]+$/u.test(apiKey)) return `${NAMES.apiKey} must be a token without spaces.`
  if (!/^app\w+$/u.test(baseId)) return `${NAMES.baseId} must be the id of a base: it begins with app.`
  const tables = {
    signup: read('AIRTABLE_SIGNUPS_TABLE') ?? 'Signups',
    purchase: read('AIRTABLE_PURCHASES_TABLE') ?? 'Purchases',
  }
  return { apiKey, baseId, tables }
}
