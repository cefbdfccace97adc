import { isTag } from '../../lib/dom'
import type { Mount } from '../directive'
import type { FilledFields } from '../forms/fields/filled-fields'
import { memberField } from './member-field'
import { memberImage } from './member-image'
import { memberText } from './member-text'

/** `data-ms-member`: fields hold the member's value, images show it as a picture, everything else as a text. */
export function memberValues(filled: FilledFields): Mount {
  const image = memberImage()
  const field = memberField(filled)
  const text = memberText()
  return (element, context) => {
    if (isTag(element, 'img')) return image(element, context)
    return (element.matches('input,select,textarea') ? field : text)(element, context)
  }
}
