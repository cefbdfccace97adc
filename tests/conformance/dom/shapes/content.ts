import * as v from 'valibot'
import { answered } from './answered'

/** `GetSecureContentPayload`. */
export const secureContent = answered(
  v.object({
    content: v.string(),
    type: v.picklist(['HTML', 'CSS', 'LINK', 'JS', 'JSON', 'TEXT', 'IMAGE', 'FILE']),
  }),
)
