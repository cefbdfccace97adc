import { isTag } from '../../lib/dom'
import type { ChannelInfo } from '../../public'
import type { Draw, Part } from './part'

/**
 * Shows something of members that everybody may see: an image as a picture, everything else as a text. Where there is
 * nothing, what the author wrote stands.
 * @param key of a custom field, or `profile-image`
 */
export function creatorPart({ element }: Part, key: string, members: () => ChannelInfo['typing']): Draw {
  const isImage = isTag(element, 'img')
  const written = isImage ? element.getAttribute('src') : element.textContent
  return () => {
    const values = members().map((member) => (key === 'profile-image' ? member.profileImage : member.customFields[key]))
    const value = values.filter(Boolean).join(', ') || (written ?? '')
    if (!isImage) element.textContent = value
    else if (element.getAttribute('src') !== value) element.src = value
  }
}
