import { attributes, withAttribute } from '../../attributes'
import type { Directive } from '../directive'

/** `data-ms-member` on a field: holds the member's value until somebody changes it. */
export const memberField: Directive = {
  name: `${attributes.member} on a field`,
  selector: `input${withAttribute(attributes.member)}`,
  watches: [],
  mount() {},
}
