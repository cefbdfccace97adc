import type { TransferFormat } from '../../../contract/admin/schemas/transfer'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import { yieldToEventLoop } from '../../lib/time-slices'
import type { Services } from '../../ports/services'
import type { ListedMember, MemberRow, Repositories } from '../../ports/store'
import type { Belongings } from '../../ports/transfer-store'
import { auditEntry } from '../audit/actions'
import type { Owner } from '../audit/actions'
import { ownerRead } from '../audit/reading'
import { byMember } from '../plans/connections'
import { csvHeadings, csvLines } from './csv'
import { toTransferredMember } from './serializers'
import type { TransferredMember } from './serializers'

/** Members read at a time; other requests run in between. */
const PAGE = 200

interface ExportRequest {
  format: TransferFormat
  withHashes: boolean
  /** Number of members; null: all. */
  limit: number | null
  /** ID of the last member of the previous part; null for the first part. */
  after: string | null
}

/**
 * Exports members of an app and mode, oldest first. The audit log has its row before the file is sent.
 * @returns the file in chunks, and the number of members
 * @throws ApiError `member-not-found` when the member of `after` was deleted
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
  await store.auditLog.insert(auditEntry(services, owner, { act: 'members.export', subject: app.id, detail }))
  return { parts: format === 'csv' ? [csvHeadings(columns), ...parts] : toDocument(about, parts), count }
}

/** One member per line, so that two exports can be compared. */
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
  let after = from === null ? null : await store.memberTransfers.findPlace(appId, mode, from)
  if (from !== null && after === null) throw new ApiError('member-not-found')
  for (let left = limit ?? Infinity; left > 0; await yieldToEventLoop()) {
    const list = { appId, mode, limit: Math.min(PAGE, left), after, order: 'ASC' as const }
    const page = await ownerRead(store, actor, async (repositories) => {
      const { members, hasMore } = await repositories.members.listInOrder(list)
      return { members, hasMore, transferred: await withRecords(repositories, members, withHashes) }
    })
    left -= page.members.length
    after = page.members.at(-1)?.internalOrder ?? after
    yield { members: page.transferred, rest: page.hasMore }
    if (!page.hasMore) return
  }
}

async function withRecords(
  { memberTransfers }: Pick<Repositories, 'memberTransfers'>,
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
