import type { Logger } from 'pino'
import * as v from 'valibot'
import type { MirrorJobRow } from '../../ports/trusttag/audit-store'
import type { Mirror } from './jobs'

/** Opens the mirror; without settings, logs that once. */
export function openMirror(settings: AirtableSettings | null, log: Pick<Logger, 'info'>): Mirror | null {
  if (settings !== null) return createAirtable(settings)
  log.info(AIRTABLE_NOT_CONFIGURED)
  return null
}

/** The column that identifies a copy. */
const KEY_COLUMN = 'recordId'

/** Airtable: a table for each kind of record, a row for each record. */
export function createAirtable({ apiKey, baseId, tables, apiUrl }: AirtableSettings): Mirror {
  return {
    async put({ kind, fields }, signal) {
      const url = `${apiUrl}/v0/${baseId}/${encodeURIComponent(tables[kind])}`
      const response = await fetch(url, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          performUpsert: { fieldsToMergeOn: [KEY_COLUMN] },
          // Converts texts to the types of the owner's columns.
          typecast: true,
          records: [{ fields }],
        }),
        // A redirect would send the key elsewhere.
        redirect: 'error',
        signal,
      }).catch((error: unknown) => {
        throw new Error(signal.aborted ? 'Airtable did not answer in time' : 'Airtable cannot be reached', {
          cause: error,
        })
      })
      if (!response.ok) throw new Error(`Airtable answered ${response.status}${await reasonOf(response)}`)
      await response.body?.cancel()
    },
  }
}

const refusal = v.object({
  error: v.union([v.string(), v.object({ type: v.string(), message: v.optional(v.string()) })]),
})

/** Airtable's own words: they name columns and rules, and at most the refused value. */
async function reasonOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  const parsed = v.safeParse(refusal, parseJson(text))
  if (!parsed.success) return ''
  const { error } = parsed.output
  return ` ${typeof error === 'string' ? error : [error.type, error.message].filter(Boolean).join(': ')}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export interface AirtableSettings {
  apiKey: string
  baseId: string
  /** Name or ID of a table for each kind of record. */
  tables: Record<MirrorJobRow['kind'], string>
  /** Origin of Airtable, or of a fake server in development. */
  apiUrl: string
}

export const AIRTABLE_API_URL = 'https://api.airtable.com'

export const AIRTABLE_NOT_CONFIGURED = 'Airtable not configured. Please set environment variables.'

const NAMES = { apiKey: 'AIRTABLE_API_KEY', baseId: 'AIRTABLE_BASE_ID' } as const

/**
 * Reads the settings from the environment.
 * @param read returns a variable's value, undefined when it is not set
 * @returns null without settings; a sentence about the first invalid one, without its value
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
