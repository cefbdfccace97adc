import * as v from 'valibot'
import { secureContentTypes } from '../../../contract/entities'
import { CONTENT_ID_MAX_CHARS, CONTENT_MAX_CHARS } from '../../../contract/limits'
import { parseUrl } from '../../../contract/parse-url'
import { sitePath } from './site-path'

const fields = {
  id: v.pipe(
    v.string(),
    v.regex(/^cnt_[\w-]+$/u, 'must be cnt_ and letters, digits, - or _'),
    v.maxLength(CONTENT_ID_MAX_CHARS),
  ),
  name: v.string(),
  /** Key of the content group whose members may see it. */
  group: v.string(),
}

const text = v.pipe(v.string(), v.maxLength(CONTENT_MAX_CHARS, `must have at most ${CONTENT_MAX_CHARS} characters`))
const json = v.pipe(text, v.check(isJson, 'must be JSON'))
const address = v.pipe(
  text,
  v.check((value) => v.is(sitePath, value) || isWebAddress(value), 'must be a path of the site or an http(s) address'),
)

/** What `content` must be, by type. */
const contents = {
  HTML: text,
  CSS: text,
  JS: text,
  TEXT: text,
  JSON: json,
  LINK: address,
  IMAGE: address,
  FILE: address,
}

/** One piece of hosted content: what a page is given only for a member with access to its group. */
export const hostedContent = v.variant(
  'type',
  secureContentTypes.map((type) => v.object({ ...fields, type: v.literal(type), content: contents[type] })),
)

function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

function isWebAddress(value: string): boolean {
  return /^https?:\/\//iu.test(value) && parseUrl(value) !== null
}
