import type { Store } from './repositories'
import type { MemberRow } from '../../api/features/members/repository'
import { joinedCursor } from '../../api/features/members/repository-list'

/** Members of the demo app in Test Mode, newest first. */
export async function allMembers({ members }: Pick<Store, 'members'>): Promise<MemberRow[]> {
  const all: MemberRow[] = []
  for (let after: number | null = null, hasMore = true; hasMore;) {
    const list = { appId: 'app_demo', mode: 'test', limit: 100, sort: 'joined', order: 'DESC' } as const
    const page = await members.listInOrder({ ...list, after: after === null ? null : joinedCursor(after) })
    all.push(...page.members.map(({ member }) => member))
    after = page.members.at(-1)?.internalOrder ?? after
    hasMore = page.hasMore
  }
  return all
}
