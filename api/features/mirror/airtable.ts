import type { Logger } from 'pino'
import * as v from 'valibot'
import type { Mirror, MirrorJobRow } from './jobs'
import type { SettingGroup } from '../../lib/settings'

/** Without settings, logs that once. */
export function openMirror(settings: AirtableSettings | null, log: Pick<Logger, 'warn'>): Mirror | null {
  if (settings !== null) return createAirtable(settings)
  log.warn(AIRTABLE_NOT_CONFIGURED)
  return null
}

const KEY_COLUMN = 'recordId'

/** A table per kind of record, a row per record. */
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
        throw new Error(signal.aborted ? 'Airtable timed out' : 'Airtable is unreachable', {
          cause: error,
        })
      })
      if (!response.ok) throw new Error(`Airtable returned ${response.status}${await reasonOf(response)}`)
      await response.body?.cancel()
    },
  }
}

const refusal = v.object({
  error: v.union([v.string(), v.object({ type: v.string(), message: v.optional(v.string()) })]),
})

/** Airtable's message: it names columns and rules, and at most the refused value. */
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
  /** Name or ID of a table, by kind of record. */
  tables: Record<MirrorJobRow['kind'], string>
  /** Airtable's origin, or a fake server's in development. */
  apiUrl: string
}

export const AIRTABLE_API_URL = 'https://api.airtable.com'

export const AIRTABLE_NOT_CONFIGURED = 'Airtable not configured. Please set environment variables.'

const NAMES = { apiKey: 'AIRTABLE_API_KEY', baseId: 'AIRTABLE_BASE_ID' } as const

/**
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
  if (!/^app\w+$/u.test(baseId)) return `${NAMES.baseId} must be the ID of a base, which starts with app.`
  const tables = {
    signup: read('AIRTABLE_SIGNUPS_TABLE') ?? 'Signups',
    purchase: read('AIRTABLE_PURCHASES_TABLE') ?? 'Purchases',
  }
  return { apiKey, baseId, tables }
}

export const airtableSettings = {
  title: 'Copies in Airtable',
  about: 'Set both key and base ([running it for others](self-hosting.md#copies-in-airtable)).',
  settings: [
    {
      name: 'AIRTABLE_API_KEY',
      meaning:
        'A personal access token that can read and write records of the base (`data.records:read`, `data.records:write`).',
      shape: { is: 'text', like: 'a token' },
      default: { none: 'nothing is copied' },
      isSecret: true,
      example: 'patAbc.123…',
    },
    {
      name: 'AIRTABLE_BASE_ID',
      meaning: 'The ID of the base.',
      shape: { is: 'text', like: 'app…' },
      default: { none: 'nothing is copied' },
      isSecret: false,
      example: 'appAbc123',
    },
    {
      name: 'AIRTABLE_SIGNUPS_TABLE',
      meaning: 'Name or ID of the table of sign-ups.',
      shape: { is: 'text', like: 'a name or an ID' },
      default: { value: 'Signups' },
      isSecret: false,
      example: 'Signups',
    },
    {
      name: 'AIRTABLE_PURCHASES_TABLE',
      meaning: 'Name or ID of the table of purchases.',
      shape: { is: 'text', like: 'a name or an ID' },
      default: { value: 'Purchases' },
      isSecret: false,
      example: 'Purchases',
    },
  ],
} as const satisfies SettingGroup
