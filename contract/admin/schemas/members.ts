import * as v from 'valibot'
import { member, planConnection } from '../../entities'
import { MEMBER_NOTE_MAX_CHARS, PATH_MAX_CHARS, PLANS_PER_SIGNUP_MAX } from '../../limits'
import { customFields, email, id, json, metaData, newPassword } from '../../schemas/fields'
import type { adminMemberEndpoints } from '../endpoints/members'
import { memberQueryFilter } from './member-filter'
import { listQuery } from './paging'
import { passkey } from '../../schemas/passkeys'
import type { SchemasFor } from '../../schemas/schema'

const flag = v.boolean('invalid-field-type')
/** Validated with the site's paths. */
const place = v.nullable(v.pipe(v.string('invalid-field-type'), v.maxLength(PATH_MAX_CHARS, 'field-limit-exceeded')))
const success = v.object({ success: v.literal(true) })
const onePlan = v.object({ planId: id })

const adminConnection = v.object({
  ...planConnection.entries,
  payment: v.nullable(
    v.object({
      ...planConnection.entries.payment.wrapped.entries,
      // Part of the published client's types. The payment provider has this data.
      lastInvoice: v.null(),
      lastReceipt: v.null(),
      card: v.literal(''),
    }),
  ),
})

/** A member as seen with a secret key: with fields that only an admin can read. */
export const adminMember = v.object({
  ...member.entries,
  /** The member's own redirect. Null: that of the plan or the app. */
  loginRedirect: v.nullable(v.string()),
  /** ISO 8601, UTC; null: never. */
  lastLogin: v.nullable(v.string()),
  planConnections: v.array(adminConnection),
  /** Omitted from a list unless requested. */
  json: v.optional(v.record(v.string(), v.unknown())),
})
export type AdminMember = v.InferOutput<typeof adminMember>

/** Fields that an admin can write, for new and existing members. */
const writable = {
  password: v.optional(newPassword),
  verified: v.optional(flag),
  customFields: v.optional(customFields),
  metaData: v.optional(metaData),
  json: v.optional(json),
  loginRedirect: v.optional(place),
}

const note = v.object({
  id: v.string(),
  text: v.string(),
  author: v.string(),
  /** ISO 8601, UTC; so are all times below. */
  createdAt: v.string(),
})

/** Amounts are in minor units of the currency. */
export const memberPayment = v.object({
  id: v.string(),
  /** `refund-failed`: the member's bank returned the refund, so the money stayed with you. */
  kind: v.picklist(['charge', 'refund', 'refund-failed', 'dispute', 'failed']),
  planId: v.string(),
  amount: v.number(),
  /** Null: unknown, as `fee`. */
  tax: v.nullable(v.number()),
  fee: v.nullable(v.number()),
  currency: v.string(),
  at: v.string(),
})

const timelineRow = v.object({
  at: v.string(),
  kind: v.picklist(['joined', 'session', 'payment', 'action', 'note']),
  /** Kind of the event: `charge`, `member.update` … */
  what: v.string(),
  /** The actor; null: the member or a provider. */
  actor: v.nullable(v.string()),
  detail: v.record(v.string(), v.string()),
})

/** The plan that opens a content group. `everyone`: every member may see it. `team`: a plan of a team. */
const reason = v.object({
  kind: v.picklist(['everyone', 'plan', 'team']),
  planId: v.nullable(v.string()),
  planName: v.nullable(v.string()),
  status: v.nullable(v.string()),
})

const memberDetail = v.object({
  member: adminMember,
  suspendedAt: v.nullable(v.string()),
  teams: v.array(
    v.object({ id: v.string(), planId: v.string(), role: v.picklist(['OWNER', 'MEMBER']), members: v.number() }),
  ),
  /** The newest. */
  payments: v.array(memberPayment),
  sessions: v.array(v.object({ id: v.string(), startedAt: v.string(), expiresAt: v.string() })),
  /** Content groups. `open`: the member may see it, for the `reasons`; else `needs` names plans that would open it. */
  access: v.array(
    v.object({
      group: v.string(),
      name: v.string(),
      open: v.boolean(),
      reasons: v.array(reason),
      needs: v.array(v.string()),
    }),
  ),
  notes: v.array(note),
})
/** How a member logs in. Times in ISO 8601. */
const memberSignIn = v.object({
  hasPassword: v.boolean(),
  /** Keys of connected providers. */
  providers: v.array(v.string()),
  /** A new email that waits for its proof. */
  pendingEmail: v.nullable(v.string()),
  secondFactor: v.object({
    isOn: v.boolean(),
    recoveryCodesLeft: v.number(),
    /** When a recovery that the member requested removes it. */
    endsAt: v.nullable(v.string()),
  }),
  passkeys: v.array(passkey),
  /** The newest first. `network`: a /24 or /48. */
  sessions: v.array(
    v.object({
      id: v.string(),
      agent: v.nullable(v.string()),
      network: v.nullable(v.string()),
      methods: v.array(v.string()),
      startedAt: v.string(),
      lastSeenAt: v.string(),
    }),
  ),
  /** Browsers that have logged in, the last one first. */
  devices: v.array(v.object({ id: v.string(), knownSince: v.string(), lastLoginAt: v.string() })),
})
export type MemberSignIn = v.InferOutput<typeof memberSignIn>

export type MemberDetail = v.InferOutput<typeof memberDetail>
export type TimelineRow = v.InferOutput<typeof timelineRow>

export const adminMemberSchemas = {
  listMembers: {
    input: listQuery({
      /** `endCursor` of the previous page: a number, or a text if the list has a `sort`. */
      after: v.optional(v.pipe(v.string('invalid-field-type'), v.regex(/^[\w.-]{1,700}$/u, 'invalid-field-value'))),
      order: v.optional(v.picklist(['ASC', 'DESC'], 'invalid-field-value'), 'ASC'),
      sort: v.optional(v.picklist(['joined', 'lastLogin', 'email'], 'invalid-field-value')),
      /** `false` leaves out `totalCount`. */
      count: v.optional(v.picklist(['true', 'false'], 'invalid-field-value'), 'true'),
      ...memberQueryFilter,
      includeJSON: v.optional(v.picklist(['true', 'false'], 'invalid-field-value'), 'true'),
    }),
    output: v.array(adminMember),
  },
  /** Exact up to 10,000. */
  countMembers: {
    input: v.strictObject(memberQueryFilter, 'unknown-parameter'),
    output: v.object({ count: v.number(), isExact: v.boolean(), text: v.string() }),
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
  retrieveMemberDetail: { input: v.object({}), output: memberDetail },
  /** Newest first. */
  listMemberTimeline: {
    input: listQuery({
      after: v.optional(v.pipe(v.string('invalid-field-type'), v.regex(/^\d{1,15}$/u, 'invalid-field-value'))),
    }),
    output: v.array(timelineRow),
  },
  suspendMember: { input: v.object({}), output: v.object({ suspendedAt: v.string() }) },
  unsuspendMember: { input: v.object({}), output: success },
  endMemberSessions: {
    input: v.object({
      /** Default: all. */
      sessionId: v.optional(v.pipe(v.string('invalid-field-type'), v.regex(/^[\w-]{1,32}$/u, 'invalid-field-value'))),
    }),
    output: v.object({ ended: v.number() }),
  },
  addMemberNote: {
    input: v.object({
      text: v.pipe(
        v.string('invalid-field-type'),
        v.trim(),
        v.nonEmpty('required-field-missing'),
        v.maxLength(MEMBER_NOTE_MAX_CHARS, 'field-limit-exceeded'),
        v.check((text) => !text.includes('\u0000'), 'invalid-field-value'),
      ),
    }),
    output: note,
  },
  removeMemberNote: { input: v.object({}), output: v.object({ id: v.string() }) },
  undoNoteRemoval: { input: v.object({}), output: v.object({ id: v.string() }) },
  retrieveMemberSignIn: { input: v.object({}), output: memberSignIn },
  removeMemberSessions: { input: v.object({}), output: v.object({ ended: v.number() }) },
  removeMemberSession: { input: v.object({}), output: v.object({ id: v.string() }) },
  removeMemberSecondFactor: { input: v.object({}), output: success },
  removeMemberPasskey: { input: v.object({}), output: v.object({ id: v.string() }) },
  removeMemberDevices: { input: v.object({}), output: v.object({ removed: v.number() }) },
  sendMemberLoginLink: { input: v.object({}), output: success },
  sendMemberPasswordReset: { input: v.object({}), output: success },
} satisfies SchemasFor<typeof adminMemberEndpoints>
