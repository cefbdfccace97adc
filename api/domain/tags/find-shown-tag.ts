import { TAG_ID_MAX_CHARS, TAG_ID_MIN_CHARS } from '../../../contract/limits'
import type { VerifiedTag } from '../../../contract/schemas/tags'
import type { Services } from '../../ports/services'
import { sampleTags } from './sample-tags'
import { toVerifiedTag } from './tag-facts'
import type { TagFacts } from './tag-facts'

/** A TrustTag as anybody may see it. */
export interface ShownTag {
  tag: VerifiedTag
  /** Its holder wants it to be found, and not only by those who were given the link. */
  isListed: boolean
}

/**
 * What anybody may know of the TrustTag with an ID; null where there is none, and just so where there is a private one.
 * @param typed the ID in any case, with spaces around it
 */
export async function findShownTag(
  services: Pick<Services, 'store' | 'clock' | 'urls'>,
  typed: string,
): Promise<ShownTag | null> {
  const id = typed.trim().toUpperCase()
  if (id.length < TAG_ID_MIN_CHARS || id.length > TAG_ID_MAX_CHARS) return null
  const sample = sampleTags.find((one) => one.id === id)
  if (sample) return { tag: toVerifiedTag(services, await withProof(services, sample)), isListed: false }
  const row = await services.store.tags.findShown(id)
  return row && { tag: toVerifiedTag(services, row), isListed: row.visibility === 'PUBLIC' && row.mode === 'live' }
}

/** Samples stand in the code, and what proves them in the database. */
async function withProof({ store }: Pick<Services, 'store'>, sample: TagFacts): Promise<TagFacts> {
  const row = await store.credentials.find(sample.id)
  return { ...sample, proof: row && { leafHash: row.leafHash, logIndex: row.logIndex } }
}
