import * as v from 'valibot'
import { member, planConnection } from '../../entities'
import { MEMBER_SEARCH_MAX_CHARS, PATH_MAX_CHARS, PLANS_PER_SIGNUP_MAX } from '../../limits'
import { customFields, email, id, json, metaData, newPassword } from '../../schemas/fields'
import type { adminMemberEndpoints } from '../endpoints/members'
import { listQuery, wholeNumber } from './paging'
import type { SchemasFor } from '../../schemas/schema'

const flag = v.boolean('invalid-field-type')
/** Checked where paths of a site are. */
const place = v.nullable(v.pipe(v.string('invalid-field-type'), v.maxLength(PATH_MAX_CHARS, 'field-limit-exceeded')))
const success = v.object({ success: v.literal(true) })
const onePlan = v.object({ planId: id })

const adminConnection = v.object({
  ...planConnection.entries,
  payment: v.nullable(
    v.object({
      ...planConnection.entries.payment.wrapped.entries,
      // Named by the published client's types. They stay with the payment provider.
      lastInvoice: v.null(),
      lastReceipt: v.null(),
      card: v.literal(''),
    }),
  ),
})

/** A member as whoever holds a secret key reads them: with fields that only an admin may know. */
export const adminMember = v.object({
  ...member.entries,
  /** The page of their own; null: none, plan and app decide. */
  loginRedirect: v.nullable(v.string()),
  /** ISO 8601, UTC; null: never. */
  lastLogin: v.nullable(v.string()),
  planConnections: v.array(adminConnection),
  /** Left out of a list that asks for it. */
  json: v.optional(v.record(v.string(), v.unknown())),
})
export type AdminMember = v.InferOutput<typeof adminMember>

/** What an admin may write of a member, new or not. */
const writable = {
  password: v.optional(newPassword),
  verified: v.optional(flag),
  customFields: v.optional(customFields),
  metaData: v.optional(metaData),
  json: v.optional(json),
  loginRedirect: v.optional(place),
}

export const adminMemberSchemas = {
  listMembers: {
    input: listQuery({
      /** `endCursor` of the page before. */
      after: v.optional(wholeNumber),
      order: v.optional(v.picklist(['ASC', 'DESC'], 'invalid-field-value'), 'ASC'),
      planId: v.optional(id),
      email: v.optional(email),
      /** Part of an email address, an ID or a name; of several words every one. */
      search: v.optional(
        v.pipe(
          v.string('invalid-field-type'),
          v.trim(),
          v.nonEmpty('required-field-missing'),
          v.maxLength(MEMBER_SEARCH_MAX_CHARS, 'field-limit-exceeded'),
          v.check((text) => !text.includes('\u0000'), 'invalid-field-value'),
        ),
      ),
      includeJSON: v.optional(v.picklist(['true', 'false'], 'invalid-field-value'), 'true'),
    }),
    output: v.array(adminMember),
  },
  createMember: {
    input: v.object({
      email,
      ...writable,
      plans: v.optional(
        v.pipe(v.array(onePlan, 'invalid-field-type'), v.maxLength(PLANS_PER_SIGNUP_MAX, 'field-limit-exceeded')),
      ),
    }),
    output: adminMember,
  },
  retrieveMember: { input: v.object({}), output: v.nullable(adminMember) },
  changeMember: {
    input: v.object({ email: v.optional(email), ...writable, profileImage: v.optional(place) }),
    output: adminMember,
  },
  removeMember: {
    input: v.object({ deleteStripeCustomer: v.optional(flag), cancelStripeSubscriptions: v.optional(flag) }),
    output: v.object({ id: v.string() }),
  },
  addPlanToMember: { input: onePlan, output: v.literal('OK') },
  removePlanFromMember: { input: onePlan, output: v.literal('OK') },
  sendMemberPasswordReset: { input: v.object({}), output: success },
} satisfies SchemasFor<typeof adminMemberEndpoints>
