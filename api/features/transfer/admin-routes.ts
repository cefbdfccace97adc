import type { TransferFormat } from '../../../contract/admin/schemas/transfer'
import { ApiError } from '../../lib/errors'
import { withHeading } from '../../lib/text'
import type { Db } from '../../database/db'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import type { AdminHandlers } from '../apps/secret-keys'
import { auditEntry, type Owner, ownerOf } from '../audit/actions'
import { ownerRead } from '../audit/reading'
import { insertAuditEntry } from '../audit/repository'
import { listMembersByIds, type MemberRow } from '../members/repository'
import { joinedCursor, type ListedMember, listMembersBy } from '../members/repository-list'
import { byMember } from '../plans/repository'
import { csvHeadings, csvLines } from './csv'
import { importMembers } from './import'
import { findExportRange, findMemberPlace, listOwnedRecords, type OwnedRecords } from './repository'
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
 * Exports the members that an app and mode has now, oldest first. The audit log is written before the file is sent.
 * @returns the file, read while it is sent, and the number of its members
 * @throws ApiError `member-not-found` if the member of `after` was deleted, `server-busy`
 */
export async function exportMembers(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  app: AppDefinition,
  request: ExportRequest,
): Promise<{ parts: AsyncGenerator<string>; count: number }> {
  const { store, clock } = services
  const { format, withHashes, limit } = request
  const after = await findStart(store, owner, request.after)
  const { count, last, next } = await ownerRead(store, owner.actor, (db) => findExportRange(db, owner, after, limit))
  const detail = { format, count: String(count), passwordHashes: String(withHashes) }
  await insertAuditEntry(store, auditEntry(services, owner, { act: 'members.export', subject: app.id, detail }))
  const pages = readPages(store, owner, { after, last, withHashes })
  const about = { app: app.id, mode: owner.mode, exportedAt: new Date(clock.now()).toISOString(), next }
  const columns = { ...app, withHashes }
  const parts = format === 'csv' ? withHeading(csvHeadings(columns), toLines(columns, pages)) : toDocument(about, pages)
  return { parts, count }
}

/** @returns `internalOrder` of the previous part's last member; 0 for the first part */
async function findStart(store: Db, { appId, mode }: Owner, after: string | null): Promise<number> {
  const place = after === null ? 0 : await findMemberPlace(store, appId, mode, after)
  if (place === null) throw new ApiError('member-not-found')
  return place
}

type Page = readonly TransferredMember[]

async function* toLines(columns: Parameters<typeof csvLines>[0], pages: AsyncIterable<Page>): AsyncGenerator<string> {
  for await (const members of pages) yield csvLines(columns, members)
}

/** One member per line, so that exports can be compared. */
async function* toDocument(about: object, pages: AsyncIterable<Page>): AsyncGenerator<string> {
  let start = `${JSON.stringify(about).slice(0, -1)},"members":[\n`
  for await (const members of pages) {
    yield start + members.map((member) => JSON.stringify(member)).join(',\n')
    start = ',\n'
  }
  yield start.startsWith(',') ? '\n]}\n' : `${start}]}\n`
}

/** Not empty. Members who join after the last one are left out. */
async function* readPages(
  store: Services['store'],
  { appId, mode, actor }: Owner,
  { after: from, last, withHashes }: { after: number; last: number; withHashes: boolean },
): AsyncGenerator<Page> {
  for (let after = from; after < last;) {
    const list = { appId, mode, limit: PAGE, sort: 'joined', order: 'ASC', after: joinedCursor(after) } as const
    const { members, page } = await ownerRead(store, actor, async (db) => {
      const found = await listMembersBy(db, list)
      const chosen = found.members.filter(({ internalOrder }) => internalOrder <= last)
      return { members: chosen, page: await withRecords(db, chosen, withHashes) }
    })
    if (page.length === 0) return
    yield page
    after = members.at(-1)?.internalOrder ?? last
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
