import { sql } from 'kysely'
import type { Db } from '../../database/db'
import type { Tables } from '../../database/tables'
import { yieldToEventLoop } from '../../lib/concurrency'

/** A row in an export: times in ISO 8601, and nothing that opens an account. */
type MemberRecord = Record<string, unknown>

interface ExportedTable {
  /** The column with the member's ID. */
  by: 'id' | 'member_id' | 'owner_id'
  /** Columns that open an account or file, or that only the service needs. */
  without?: readonly string[]
  json?: readonly string[]
  flags?: readonly string[]
}

/**
 * Every table with rows of members; a test compares it with the database. Without attempts: the order of their options
 * reveals the right ones, so they are exported as the member sees them.
 */
export const memberTables = {
  members: { by: 'id', without: ['passwordHash'], json: ['customFields', 'metaData', 'json'], flags: ['verified'] },
  signupRecords: { by: 'member_id', json: ['customFields'] },
  sessions: { by: 'member_id', without: ['tokenDigest'] },
  devices: { by: 'member_id', without: ['tokenDigest'] },
  memberTickets: { by: 'member_id', without: ['ticketDigest', 'sessionDigest'] },
  providerConnections: { by: 'member_id' },
  providerFlows: {
    by: 'member_id',
    without: ['stateDigest', 'secretDigest', 'sessionDigest', 'openerState', 'challenge'],
    json: ['wishes', 'identity'],
  },
  providerAnswers: { by: 'member_id', without: ['answerDigest', 'challenge'] },
  connectTickets: { by: 'member_id', without: ['ticketDigest', 'sessionDigest'] },
  codes: { by: 'member_id', without: ['codeDigest', 'linkDigest', 'requestDigest'] },
  emailChanges: { by: 'member_id', without: ['linkDigest'], json: ['wordsBefore'] },
  pendingEmails: { by: 'member_id', without: ['linkDigest'] },
  plannedDeletions: { by: 'member_id' },
  userHandles: { by: 'member_id' },
  passkeys: { by: 'member_id', json: ['transports'] },
  totpSecrets: { by: 'member_id', without: ['secret'] },
  recoveryCodes: { by: 'member_id', without: ['codeHash'] },
  secondFactorDeadlines: { by: 'member_id' },
  loginSteps: { by: 'member_id', without: ['challengeDigest'], json: ['details'] },
  recoveryRequests: { by: 'member_id', without: ['linkDigest'] },
  planConnections: { by: 'member_id' },
  storageAccounts: { by: 'member_id', flags: ['verified'] },
  purchases: { by: 'member_id', without: ['sessionId', 'readsBegun', 'readApplied', 'lastReadAt'] },
  teams: { by: 'owner_id', without: ['inviteToken'] },
  teamMembers: { by: 'member_id' },
  testCustomers: { by: 'member_id' },
  tagOrders: { by: 'member_id', json: ['selectedSkills'] },
  credits: { by: 'member_id' },
  workSamples: { by: 'member_id', without: ['file'] },
  tags: { by: 'member_id', json: ['topics', 'proof'] },
  comments: { by: 'member_id', without: ['nodes', 'sanitizerVersion', 'markupDigest'] },
  commentVotes: { by: 'member_id' },
  commentSubscriptions: { by: 'member_id' },
  unsubscribeLinks: { by: 'member_id', without: ['tokenDigest'] },
  commentTyping: { by: 'member_id' },
  dataRecords: { by: 'member_id' },
  staffAccounts: { by: 'member_id' },
  staffRoles: { by: 'member_id' },
  consoleSessions: { by: 'member_id', without: ['tokenDigest', 'passwordDigest'] },
  memberTerms: { by: 'member_id' },
  memberValues: { by: 'member_id' },
  memberNotes: { by: 'member_id' },
  payments: { by: 'member_id' },
  tagCredentials: { by: 'member_id', json: ['credential'] },
  tagActivities: { by: 'member_id' },
  tagProfiles: { by: 'member_id', flags: ['publicProfile', 'emailNotifications', 'shareAnalytics'] },
} as const satisfies Partial<Record<keyof Tables, ExportedTable>>

/** Rows per read, between other requests: comments are long, and records are many. */
const BATCH = 50

/** Every row with the member's ID, by table; else an empty list. */
export async function listMemberRecords(db: Db, memberId: string): Promise<Record<string, MemberRecord[]>> {
  const found: Record<string, MemberRecord[]> = {}
  for (const [name, table] of Object.entries<ExportedTable>(memberTables)) {
    const rows = name === 'comments' ? await readComments(db, memberId) : await readTable(db, name, table, memberId)
    found[name] = rows.map((row) => toRecord(row, table))
  }
  found.dataRecords = await withData(db, found.dataRecords ?? [])
  return found
}

async function readTable(
  { kysely }: Db,
  name: string,
  { by }: ExportedTable,
  memberId: string,
): Promise<MemberRecord[]> {
  const query = sql<MemberRecord>`select * from ${sql.table(name)} where ${sql.ref(by)} = ${memberId}`
  return (await query.execute(kysely)).rows
}

async function readComments({ kysely }: Db, memberId: string): Promise<MemberRecord[]> {
  const own = await kysely.selectFrom('comments').select('id').where('memberId', '=', memberId).execute()
  const comments: MemberRecord[] = []
  for (const ids of batchesOf(own.map(({ id }) => id))) {
    const columns = ['id', 'appId', 'mode', 'channelKey', 'parentId', 'memberId', 'content', 'source', 'url'] as const
    const rows = await kysely
      .selectFrom('comments')
      .select([...columns, 'createdAt', 'updatedAt', 'internalOrder'])
      .where('id', 'in', ids)
      .execute()
    comments.push(...rows)
    await yieldToEventLoop()
  }
  return comments
}

/** Adds each record's data, by key of the field. */
async function withData({ kysely }: Db, records: readonly MemberRecord[]): Promise<MemberRecord[]> {
  const data = new Map(records.map(({ id }): [string, [string, unknown][]] => [String(id), []]))
  for (const ids of batchesOf([...data.keys()])) {
    const values = await kysely
      .selectFrom('dataRecordValues')
      .select(['recordId', 'fieldKey', 'textValue', 'numberValue'])
      .where('recordId', 'in', ids)
      .execute()
    for (const { recordId, fieldKey, textValue, numberValue } of values)
      data.get(recordId)?.push([fieldKey, textValue ?? numberValue])
    await yieldToEventLoop()
  }
  return records.map((record) =>
    Object.assign({}, record, { data: Object.fromEntries(data.get(String(record.id)) ?? []) }),
  )
}

const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) => ids.slice(at * BATCH, (at + 1) * BATCH))

function toRecord(row: MemberRecord, { without = [], json = [], flags = [] }: ExportedTable): MemberRecord {
  const kept = Object.entries(row).filter(([column]) => !without.includes(column))
  return Object.fromEntries(
    kept.map(([column, value]) => {
      if (json.includes(column) && typeof value === 'string') return [column, JSON.parse(value)]
      if (flags.includes(column)) return [column, value === 1]
      return [column, column.endsWith('At') && typeof value === 'number' ? new Date(value).toISOString() : value]
    }),
  )
}
