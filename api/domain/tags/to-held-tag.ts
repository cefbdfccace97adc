import type { HeldTag } from '../../../contract/schemas/tags'
import type { Services } from '../../ports/services'
import type { TagRow } from '../../ports/trusttag/tag-store'
import { toVerifiedTag } from './tag-facts'

/** A TrustTag as its holder sees it. */
export function toHeldTag(services: Pick<Services, 'clock' | 'urls'>, row: TagRow): HeldTag {
  return { ...toVerifiedTag(services, row), attemptId: row.attemptId, visibility: row.visibility }
}
