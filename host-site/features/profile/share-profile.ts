import type { TagProfile } from '../../../contract/schemas/tag-profiles'
import type { ShareLink } from '../../lib/share-link'
import type { Outcome } from './profile-actions'

/** Hands on the address of the public profile, once there is something to see at it. */
export async function shareProfile(
  { publicProfile, publicUrl, tags }: Pick<TagProfile, 'publicProfile' | 'publicUrl' | 'tags'>,
  share: ShareLink,
): Promise<Outcome> {
  if (!publicProfile) return refused('Your profile is not public. Turn on Public Profile under Settings first.')
  const isShown = tags.some(({ visibility, status }) => visibility === 'PUBLIC' && status !== 'revoked')
  if (!isShown || publicUrl === null)
    return refused('None of your TrustTags is public, so others would find nothing. Make one public first.')
  const came = await share({ title: 'TrustTag profile', url: publicUrl })
  if (came === 'copied') return { text: 'The link to your profile has been copied.' }
  if (came === 'refused') return refused(`The link could not be copied. It is ${publicUrl}`)
  return { text: '' }
}

const refused = (text: string): Outcome => ({ text, failed: true })
