import { TAG_ID_MAX_CHARS, TAG_ID_MIN_CHARS } from '../../../contract/limits'
import { sampleTags } from './sample-tags'
import { readSignedTag } from './signed-tag'
import type { ReportedTag, SignedTagServices } from './signed-tag'

/** A TrustTag as anybody may see it. */
export interface ShownTag extends ReportedTag {
  /** Its holder wants it to be found, and not only by those who were given the link. */
  isListed: boolean
}

/**
 * What anybody may know of the TrustTag with an ID; null where there is none, and just so where there is a private one.
 * @param typed the ID in any case, with spaces around it
 */
export async function findShownTag(services: SignedTagServices, typed: string): Promise<ShownTag | null> {
  const id = typed.trim().toUpperCase()
  if (id.length < TAG_ID_MIN_CHARS || id.length > TAG_ID_MAX_CHARS) return null
  const sample = sampleTags.find((one) => one.id === id)
  if (sample) return { ...(await readSignedTag(services, sample)), isListed: false }
  const row = await services.store.tags.findShown(id)
  if (!row) return null
  const shown = await readSignedTag(services, row)
  return { ...shown, isListed: row.visibility === 'PUBLIC' && shown.tag.mode === 'live' }
}
