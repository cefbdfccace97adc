import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { MemberRecord, MemberRecordsRepository } from '../../../ports/trusttag/member-records'
import type { Tables } from '../tables'

interface ExportedTable {
  /** The column that names the member. */
  by: 'id' | 'member_id' | 'owner_id'
  /** What opens an account or a file, or is only good for the service itself. */
  without?: readonly string[]
  json?: readonly string[]
  flags?: readonly string[]
}

/**
 * Every table with rows of members; a test compares it with the database. Attempts at assessments are missing: how their
 * options were mixed says which ones are right, so they are exported as the member sees them.
 */
export const memberTables = {
  members: { by: 'id', without: ['passwordHash'], json: ['customFields', 'metaData', 'json'], flags: ['verified'] },
  signupRecords: { by: 'member_id', json: ['customFields'] },
  sessions: { by: 'member_id', without: ['tokenDigest'] },
  memberTickets: { by: 'member_id', without: ['ticketDigest', 'sessionDigest'] },
  providerConnections: { by: 'member_id' },
  providerFlows: {
    by: 'member_id',
    without: ['stateDigest', 'secretDigest', 'sessionDigest', 'openerState', 'challenge'],
    json: ['wishes'],
  },
  providerAnswers: { by: 'member_id', without: ['answerDigest', 'challenge'] },
  connectTickets: { by: 'member_id', without: ['ticketDigest', 'sessionDigest'] },
  codes: { by: 'member_id', without: ['codeDigest', 'linkDigest'] },
  emailChanges: { by: 'member_id', without: ['linkDigest'], json: ['wordsBefore'] },
  planConnections: { by: 'member_id' },
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
  tagCredentials: { by: 'member_id', json: ['credential'] },
  tagActivities: { by: 'member_id' },
  tagProfiles: { by: 'member_id', flags: ['publicProfile', 'emailNotifications', 'shareAnalytics'] },
} as const satisfies Partial<Record<keyof Tables, ExportedTable>>

export function createMemberRecordsRepository(db: Kysely<Tables>): MemberRecordsRepository {
  return {
    async listByMember(memberId) {
      const found: Record<string, MemberRecord[]> = {}
      for (const [name, table] of Object.entries<ExportedTable>(memberTables)) {
        const query = sql<MemberRecord>`select * from ${sql.table(name)} where ${sql.ref(table.by)} = ${memberId}`
        const { rows } = await query.execute(db)
        found[name] = rows.map((row) => toRecord(row, table))
      }
      found.dataRecords = await withData(db, found.dataRecords ?? [])
      return found
    },
  }
}

/** With what each record holds, by key of the field. */
async function withData(db: Kysely<Tables>, records: readonly MemberRecord[]): Promise<MemberRecord[]> {
  const whole: MemberRecord[] = []
  for (const record of records) {
    const values = await db
      .selectFrom('dataRecordValues')
      .select(['fieldKey', 'textValue', 'numberValue'])
      .where('recordId', '=', String(record.id))
      .execute()
    const data = values.map(({ fieldKey, textValue, numberValue }) => [fieldKey, textValue ?? numberValue] as const)
    whole.push(Object.assign({}, record, { data: Object.fromEntries<unknown>(data) }))
  }
  return whole
}

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
