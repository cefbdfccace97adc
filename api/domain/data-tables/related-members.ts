import type { Services } from '../../ports/services'
import type { DataRecordRow } from '../../ports/data-store'
import { toShownMember } from '../accounts/shown-member'
import type { ShownMember } from '../accounts/shown-member'
import type { Include } from './read-include'
import type { RecordRequest } from './record-request'
import { memberIdOf } from './table-access'

export interface RelatedMembers {
  records: ShownMember[]
  pagination: { limit: number; endCursor: number | null; hasMore: boolean }
  /** All of them, whatever the page. */
  count: number
  /** Whether the caller is among them; spelt as the published client has it. */
  hasself: boolean
}

/** The members that a relation leads to, in the order in which they were connected; the cursor is their place. */
export async function listRelatedMembers(
  { store }: Pick<Services, 'store'>,
  { app, caller }: RecordRequest,
  { id }: DataRecordRow,
  { field, list: { take, skip, after } }: Include,
): Promise<RelatedMembers> {
  const links = await store.dataRecords.listLinks([id], field.key)
  const from = after ?? skip
  const page = links.slice(from, from + take)
  const viewer = caller.kind === 'page' ? caller.member : null
  const records: ShownMember[] = []
  for (const { target } of page) {
    const member = await store.members.findById(target.id)
    if (member) records.push(toShownMember(app, member, viewer))
  }
  const own = memberIdOf(caller)
  return {
    records,
    pagination: {
      limit: take,
      endCursor: page.length > 0 ? from + page.length : null,
      hasMore: links.length > from + page.length,
    },
    count: links.length,
    hasself: own !== null && links.some(({ target }) => target.id === own),
  }
}
