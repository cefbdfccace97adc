import * as v from 'valibot'
import type { AirtableSettings } from '../../domain/mirror/airtable-settings'
import type { Mirror } from '../../ports/mirror'

/** The column by which a copy is found again. */
const KEY_COLUMN = 'recordId'

/** Airtable: one table for each kind of record, one row for each record. */
export function createAirtable({ apiKey, baseId, tables, apiUrl }: AirtableSettings): Mirror {
  return {
    async put({ kind, fields }, signal) {
      const url = `${apiUrl}/v0/${baseId}/${encodeURIComponent(tables[kind])}`
      const response = await fetch(url, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          performUpsert: { fieldsToMergeOn: [KEY_COLUMN] },
          // Texts become choices, numbers and dates where the owner's columns are such.
          typecast: true,
          records: [{ fields }],
        }),
        // A redirect would carry the key elsewhere.
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

/** In Airtable's words; they name columns and rules, and nothing of ours but what they refuse. */
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
