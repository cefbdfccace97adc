import type { ShareLink } from '../../lib/share-link'
import type { Outcome } from './profile-actions'
import type { ProfileTag } from './profile-view'
import { verifyPath } from './verify-path'

/**
 * Hands on where a TrustTag can be checked.
 * @param origin of the site
 */
export async function shareTag(
  { id, skill, visibility }: ProfileTag,
  origin: string,
  share: ShareLink,
): Promise<Outcome> {
  if (visibility === 'PRIVATE')
    return { text: 'This TrustTag is private. Choose Link only or Public first, then share it.', failed: true }
  const url = origin + verifyPath(id)
  const came = await share({ title: `TrustTag: ${skill}`, url })
  if (came === 'copied') return { text: `The link to the TrustTag for ${skill} has been copied.` }
  if (came === 'refused') return { text: `The link could not be copied. It is ${url}`, failed: true }
  return { text: '' }
}
