import { parseUrl } from '../parse-url'
import * as v from 'valibot'
import type { inboxEndpoints } from '../endpoints/inbox'
import { INBOX_LINE_MAX_CHARS, INBOX_TEXT_MAX_CHARS, PATH_MAX_CHARS } from '../limits'
import { organizationTypes } from '../organization-types'
import { email } from './fields'
import type { SchemasFor } from './schema'

const text = (max: number) =>
  v.pipe(
    v.string('invalid-field-type'),
    v.trim(),
    v.maxLength(max, 'field-limit-exceeded'),
    v.check((value) => !/\p{Surrogate}|\0/u.test(value), 'invalid-field-value'),
  )
const required = (max: number) => v.pipe(text(max), v.nonEmpty('required-field-missing'))
const line = text(INBOX_LINE_MAX_CHARS)

/** http or https. An empty form field is treated as absent. */
const webAddress = v.pipe(
  text(PATH_MAX_CHARS),
  v.check((value) => value === '' || isWebAddress(value), 'invalid-field-value'),
)

const isWebAddress = (value: string): boolean => /^https?:$/.test(parseUrl(value)?.protocol ?? '')

/** The fields of every message. */
const common = {
  email,
  /** Solution of the self-hosted captcha, whatever the app uses elsewhere. */
  captchaToken: v.string('invalid-field-type'),
  /** A hidden field: bots that fill in everything reveal themselves. */
  fax: v.optional(v.pipe(v.string('invalid-field-type'), v.maxLength(0, 'invalid-field-value'))),
}

const names = Object.keys(organizationTypes)
const organizationType = v.pipe(
  line,
  v.check((value) => value === '' || names.includes(value), 'invalid-field-value'),
)

export const inboxSchemas = {
  sendInquiry: {
    input: v.object({
      ...common,
      organizationType: v.optional(organizationType, ''),
      organizationName: required(INBOX_LINE_MAX_CHARS),
      contactName: required(INBOX_LINE_MAX_CHARS),
      phone: v.optional(line, ''),
      website: v.optional(webAddress, ''),
      description: v.optional(text(INBOX_TEXT_MAX_CHARS), ''),
      useCase: required(INBOX_TEXT_MAX_CHARS),
    }),
    /** `reference`: the sender can quote it; also in the confirmation. */
    output: v.object({ reference: v.string() }),
  },
  sendContactMessage: {
    input: v.object({
      ...common,
      name: required(INBOX_LINE_MAX_CHARS),
      message: required(INBOX_TEXT_MAX_CHARS),
    }),
    output: v.object({ reference: v.string() }),
  },
} satisfies SchemasFor<typeof inboxEndpoints>
