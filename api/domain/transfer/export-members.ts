import type { TransferFormat } from '../../../contract/admin/schemas/transfer'
import type { Services } from '../../ports/services'
import type { ListedMember, MemberRow } from '../../ports/store'
import type { Belongings } from '../../ports/transfer-store'
import { ApiError } from '../api-error'
import type { AppDefinition } from '../app-definition'
import { auditEntry } from '../owner/owner-act'
import type { Owner } from '../owner/owner-act'
import { nextRound } from './next-round'
import { toTransferredMember } from './transferred-member'
import type { TransferredMember } from './transferred-member'
import { csvHeadings, csvLines } from './write-csv'

/** Read at once; between two pages others have their turn. */
const PAGE = 200

export interface ExportRequest {
  format: TransferFormat
  withHashes: boolean
  /** Of members; null: all. */
  limit: number | null
  /** Id of the last member of the part before; null for the first part. */
  after: string | null
}

/**
 * All members of an app and mode, or a part of them, in the order in which they came, as one file. It takes everything that
 * is known of them, so the audit log says who did it before anybody has the file.
 *
 * @returns the file, and of how many members it is
 * @throws ApiError `member-not-found` when the part before ended with a member who is no more
 */
export async function exportMembers(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  app: AppDefinition,
  request: ExportRequest,
): Promise<{ content: string; count: number }> {
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
  await store.auditLog.insert(auditEntry(services, owner, { act: 'members.export', subject: app.id, detail }))
  const content = format === 'csv' ? csvHeadings(columns) + parts.join('') : toDocument(about, parts.join(''))
  return { content, count }
}

/** One member a line: two exports can be compared line by line. */
const toLine = (member: TransferredMember): string => `${JSON.stringify(member)},\n`

const toDocument = (about: object, lines: string): string =>
  `${JSON.stringify(about).slice(0, -1)},"members":[\n${lines.replace(/,\n$/u, '\n')}]}\n`

async function* pages(
  { store }: Pick<Services, 'store'>,
  { appId, mode }: Owner,
  { withHashes, limit, after: from }: ExportRequest,
): AsyncGenerator<{ members: TransferredMember[]; rest: boolean }> {
  let after = from === null ? null : await store.memberTransfers.findPlace(appId, mode, from)
  if (from !== null && after === null) throw new ApiError('member-not-found')
  for (let left = limit ?? Infinity; left > 0; await nextRound()) {
    const size = Math.min(PAGE, left)
    // One more tells whether there are others.
    const rows = await store.members.listInOrder({ appId, mode, limit: size + 1, after, order: 'ASC' })
    const page = rows.slice(0, size)
    left -= page.length
    after = page.at(-1)?.internalOrder ?? after
    yield { members: await withBelongings(store, page, withHashes), rest: rows.length > size }
    if (rows.length <= size) return
  }
}

async function withBelongings(
  { memberTransfers }: Pick<Services['store'], 'memberTransfers'>,
  page: readonly ListedMember[],
  withHashes: boolean,
): Promise<TransferredMember[]> {
  const all = await memberTransfers.listBelongings(page.map(({ member }) => member.id))
  const [connections, accounts] = [byMember(all.connections), byMember(all.accounts)]
  const of = ({ id }: MemberRow): Belongings => ({
    connections: connections.get(id) ?? [],
    accounts: accounts.get(id) ?? [],
    purchases: all.purchases,
  })
  return page.map(({ member }) => toTransferredMember(member, of(member), withHashes))
}

/** Rows by the member whose they are, in their order. */
function byMember<Row extends { memberId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) found.set(row.memberId, [...(found.get(row.memberId) ?? []), row])
  return found
}
