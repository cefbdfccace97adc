import type { HeldTag } from '../../../contract/schemas/tags'
import { tagFilesPath } from '../../../contract/proof-paths'
import type { Services } from '../../ports/services'
import type { TagRow } from '../../ports/trusttag/tag-store'
import { toVerifiedTag } from './tag-facts'

/** A TrustTag as its holder sees it. */
export function toHeldTag(services: Pick<Services, 'clock' | 'urls' | 'issuer'>, row: TagRow): HeldTag {
  return {
    ...toVerifiedTag(services, row),
    attemptId: row.attemptId,
    visibility: row.visibility,
    filesUrl: services.issuer.origin + tagFilesPath(row.id),
  }
}
