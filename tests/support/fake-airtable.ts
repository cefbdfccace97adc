import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import * as v from 'valibot'

export const AIRTABLE_KEY = 'pat_of_the_fake'

type Row = Record<string, unknown>

const upsert = v.object({
  performUpsert: v.object({ fieldsToMergeOn: v.array(v.string()) }),
  typecast: v.boolean(),
  records: v.array(v.object({ fields: v.record(v.string(), v.unknown()) })),
})

export type AirtableFault = { status: number; type: string } | 'silence' | 'lost answer' | null

/** A fake Airtable server for one base; it supports upserts and checks the key. */
export async function startAirtable() {
  const tables = new Map<string, Row[]>()
  let calls = 0
  let nextFault = (): AirtableFault => null

  /** Upserts by the key column. */
  function write(table: string, body: string): void {
    const { performUpsert, records } = v.parse(upsert, JSON.parse(body))
    const rows = tables.get(table) ?? []
    tables.set(table, rows)
    for (const { fields } of records) {
      const known = rows.find((row) => performUpsert.fieldsToMergeOn.every((key) => row[key] === fields[key]))
      if (known) Object.assign(known, fields)
      else rows.push({ ...fields })
    }
  }

  const server = createServer((request, response) => {
    const refuse = (status: number, type: string) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { type, message: `Refused: ${type}` } }))
    }
    void (async () => {
      calls += 1
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const fault = nextFault()
      const [, , base, table = ''] = (request.url ?? '').split('/').map(decodeURIComponent)
      if (fault === 'silence') return
      if (request.headers.authorization !== `Bearer ${AIRTABLE_KEY}`) return refuse(401, 'AUTHENTICATION_REQUIRED')
      if (request.method !== 'PATCH' || base !== 'appBase') return refuse(404, 'NOT_FOUND')
      if (fault !== null && fault !== 'lost answer') return refuse(fault.status, fault.type)
      write(table, body)
      if (fault === 'lost answer') return request.socket.destroy()
      response.end(JSON.stringify({ records: [] }))
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  onTestFinished(close)
  return {
    settings: {
      apiKey: AIRTABLE_KEY,
      baseId: 'appBase',
      tables: { signup: 'Signups', purchase: 'Purchases made' },
      apiUrl: `http://127.0.0.1:${port}`,
    },
    rows: (table: string) => tables.get(table) ?? [],
    calls: () => calls,
    /** Makes the next calls fail. */
    failWith: (fault: () => AirtableFault) => void (nextFault = fault),
    close,
  }
}
