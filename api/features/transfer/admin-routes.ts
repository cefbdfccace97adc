import type { TransferFormat } from '../../../contract/admin/schemas/transfer'
import { yieldToEventLoop } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import type { Db } from '../../database/db'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import type { AdminHandlers } from '../apps/secret-keys'
import { auditEntry, type Owner, ownerOf } from '../audit/actions'
import { ownerRead } from '../audit/reading'
import { insertAuditEntry } from '../audit/repository'
import { type ListedMember, listMembers, listMembersByIds, type MemberRow } from '../members/repository'
import { byMember } from '../plans/repository'
import { csvHeadings, csvLines } from './csv'
import { importMembers } from './import'
import { findMemberPlace, listOwnedRecords, type OwnedRecords } from './repository'
import { toTransferredMember, type TransferredMember } from './member-entry'

const contentTypes = { json: 'application/json', csv: 'text/csv' } as const

export const transferHandlers = {
  async exportMembers(services, context, { format, passwordHashes, limit = null, after = null }) {
    const request = { format, withHashes: passwordHashes === 'true', limit, after }
    const { parts } = await exportMembers(services, ownerOf(context), context.app, request)
    return { data: parts, contentType: contentTypes[format] }
  },

  async importMembers(services, context, { content, format, dryRun, onConflict, atomic }) {
    const request = { content, format, dryRun: dryRun === 'true', onConflict, atomic: atomic === 'true' }
    return { data: await importMembers(services, ownerOf(context), context.app, request) }
  },
} satisfies Partial<AdminHandlers>

/** Members per read; other requests run in between. */
const PAGE = 100

interface ExportRequest {
  format: TransferFormat
  withHashes: boolean
  /** Null: all. */
  limit: number | null
  /** ID of the previous part's last member; null for the first part. */
  after: string | null
}

/**
 * Exports members of an app and mode, oldest first. The audit log is written before the file is sent.
 * @returns the file in chunks, and the number of members
 * @throws ApiError `member-not-found` if the member of `after` was deleted
 */
export async function exportMembers(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  app: AppDefinition,
  request: ExportRequest,
): Promise<{ parts: string[]; count: number }> {
  const { store, clock } = services
  const { format, withHashes } = request
  const columns = { ...app, withHashes }
  const parts: string[] = []
  let [count, last] = [0, '']
  for await (const { members, rest } of pages(services, owner, request)) {
    count += members.length
    last = rest ? (members.at(-1)?.id ?? '') : ''
    parts.push(format === 'csv' ? csvLines(columns, members) : members.map(toLine).join(''))
  }
  const about = { app: app.id, mode: owner.mode, exportedAt: new Date(clock.now()).toISOString(), next: last || null }
  const detail = { format, count: String(count), passwordHashes: String(withHashes) }
  await insertAuditEntry(store, auditEntry(services, owner, { act: 'members.export', subject: app.id, detail }))
  return { parts: format === 'csv' ? [csvHeadings(columns), ...parts] : toDocument(about, parts), count }
}

/** One member per line, so that exports can be compared. */
const toLine = (member: TransferredMember): string => `${JSON.stringify(member)},\n`

function toDocument(about: object, parts: readonly string[]): string[] {
  const last = parts.at(-1)?.replace(/,\n$/u, '\n') ?? ''
  return [`${JSON.stringify(about).slice(0, -1)},"members":[\n`, ...parts.slice(0, -1), last, ']}\n']
}

async function* pages(
  { store }: Pick<Services, 'store'>,
  { appId, mode, actor }: Owner,
  { withHashes, limit, after: from }: ExportRequest,
): AsyncGenerator<{ members: TransferredMember[]; rest: boolean }> {
  let after = from === null ? null : await findMemberPlace(store, appId, mode, from)
  if (from !== null && after === null) throw new ApiError('member-not-found')
  for (let left = limit ?? Infinity; left > 0; await yieldToEventLoop()) {
    const list = { appId, mode, limit: Math.min(PAGE, left), after, order: 'ASC' as const }
    const page = await ownerRead(store, actor, async (db) => {
      const { members, hasMore } = await listMembers(db, list)
      return { members, hasMore, transferred: await withRecords(db, members, withHashes) }
    })
    left -= page.members.length
    after = page.members.at(-1)?.internalOrder ?? after
    yield { members: page.transferred, rest: page.hasMore }
    if (!page.hasMore) return
  }
}

/** Lines without headings. Members who are gone are left out. */
export async function readMembersAsCsv(
  db: Db,
  app: AppDefinition,
  mode: Owner['mode'],
  ids: readonly string[],
): Promise<{ csv: string; count: number }> {
  const byId = new Map((await listMembersByIds(db, ids)).map((member) => [member.id, member]))
  const members = ids.flatMap((id) => {
    const member = byId.get(id)
    return member?.appId === app.id && member.mode === mode ? [{ internalOrder: 0, member }] : []
  })
  return { csv: csvLines({ ...app, withHashes: false }, await withRecords(db, members, false)), count: ids.length }
}

async function withRecords(db: Db, page: readonly ListedMember[], withHashes: boolean): Promise<TransferredMember[]> {
  const all = await listOwnedRecords(
    db,
    page.map(({ member }) => member.id),
  )
  const [connections, accounts] = [byMember(all.connections), byMember(all.accounts)]
  const of = ({ id }: MemberRow): OwnedRecords => ({
    connections: connections.get(id) ?? [],
    accounts: accounts.get(id) ?? [],
    purchases: all.purchases,
  })
  return page.map(({ member }) => toTransferredMember(member, of(member), withHashes))
}
