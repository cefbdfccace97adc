/**
 * What an owner configures: the shape of `api/apps/*.json` and of the row it becomes. Plans, prices and groups are
 * data; members refer to them by id.
 */
import * as v from 'valibot'
import { branding } from '../../contract/entities'
import { checkReferences } from './definitions/check-references'
import { hostedContent } from './definitions/hosted-content'
import { sitePath } from './definitions/site-path'

const id = v.pipe(v.string(), v.regex(/^[a-z]+_[a-z0-9-]+$/u))

const redirects = v.object({
  afterSignup: v.optional(sitePath),
  afterLogin: v.optional(sitePath),
  afterLogout: v.optional(sitePath),
  afterPurchase: v.optional(sitePath),
  afterCancel: v.optional(sitePath),
  afterReplace: v.optional(sitePath),
})

const price = v.object({
  id: v.pipe(id, v.startsWith('prc_')),
  name: v.string(),
  /** Minor units: 1000 is USD 10.00. */
  amountMinor: v.pipe(v.number(), v.integer(), v.minValue(0)),
  currency: v.pipe(v.string(), v.length(3)),
  /** Absent for a price that is paid once. */
  interval: v.optional(v.object({ type: v.picklist(['MONTHLY', 'YEARLY']), count: v.pipe(v.number(), v.integer()) })),
  /** Days before the first payment; the card is asked for at once. */
  trialDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(730)), 0),
  active: v.optional(v.boolean(), true),
})

const coupon = v.object({
  /** What `data-ms-coupon` names. */
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/u, 'must be letters, digits, _ or -')),
  percentOff: v.pipe(v.number(), v.minValue(1), v.maxValue(100)),
  /** Whether later payments are reduced, too. */
  duration: v.optional(v.picklist(['once', 'forever']), 'once'),
  /** Prices that it is for; none given: all. */
  prices: v.optional(v.array(v.string()), []),
  active: v.optional(v.boolean(), true),
})

const plan = v.object({
  id: v.pipe(id, v.startsWith('pln_')),
  name: v.string(),
  description: v.optional(v.string()),
  priority: v.optional(v.number()),
  active: v.optional(v.boolean(), true),
  restrictedToAdmin: v.optional(v.boolean(), false),
  memberLimit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  redirects: v.optional(redirects, {}),
  prices: v.optional(v.array(price), []),
  /** The owner's own seat is one of `seats`. */
  team: v.optional(
    v.object({
      seats: v.pipe(v.number(), v.integer(), v.minValue(1)),
      inviteSignupLink: sitePath,
      upgradeLink: v.optional(sitePath),
    }),
  ),
})

const customField = v.object({
  key: v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/u)),
  label: v.string(),
  type: v.optional(v.picklist(['text', 'textarea', 'select', 'checkbox', 'number', 'date', 'url', 'phone']), 'text'),
  options: v.optional(v.array(v.string()), []),
  required: v.optional(v.boolean(), false),
  order: v.optional(v.nullable(v.number()), null),
  hidden: v.optional(v.boolean(), false),
  visibility: v.picklist(['PRIVATE', 'PUBLIC', 'MEMBERS']),
  restrictToAdmin: v.optional(v.boolean(), false),
})

const contentGroup = v.object({
  /** What `data-ms-content` names. */
  key: v.pipe(v.string(), v.regex(/^\S+$/u, 'must be one word')),
  name: v.string(),
  /** Empty: every member. */
  plans: v.optional(v.array(v.string()), []),
  redirect: sitePath,
  urls: v.optional(v.array(v.object({ url: sitePath, filter: v.picklist(['EQUALS', 'STARTS']) })), []),
})

const appDefinition = v.object({
  id: v.pipe(id, v.startsWith('app_')),
  name: v.string(),
  keys: v.object({ test: v.pipe(v.string(), v.startsWith('pk_sb_')), live: v.pipe(v.string(), v.startsWith('pk_')) }),
  /** Host names, without scheme and port, on which the live mode may be used. */
  liveDomains: v.array(v.string()),
  allowMemberSelfDelete: v.boolean(),
  captchaRequired: v.boolean(),
  verificationMailOnSignup: v.boolean(),
  sessionLifetimeDays: v.optional(v.number()),
  redirects: v.optional(redirects, {}),
  branding,
  /** Texts of the modals and of errors that the owner changed, by key. */
  texts: v.optional(v.record(v.string(), v.string()), {}),
  mail: v.object({
    sender: v.object({ name: v.string(), address: v.string() }),
    /** Subjects and sentences of mails that the owner changed, by key. */
    texts: v.optional(v.record(v.string(), v.string()), {}),
  }),
  passwordless: v.object({ enabled: v.boolean(), isDefault: v.boolean() }),
  authProviders: v.array(v.object({ provider: v.string(), name: v.string(), order: v.number() })),
  plans: v.array(plan),
  coupons: v.optional(v.array(coupon), []),
  customFields: v.array(customField),
  contentGroups: v.optional(v.array(contentGroup), []),
  contents: v.optional(v.array(hostedContent), []),
})

export const appDefinitionSchema = v.pipe(
  appDefinition,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const { path, message } of checkReferences(dataset.value)) addIssue({ message, path: toIssuePath(path) })
  }),
)

/** The form in which the validator notes where an issue is. Only the keys are ever read. */
function toIssuePath(path: readonly (string | number)[]): [v.IssuePathItem, ...v.IssuePathItem[]] | undefined {
  const [first, ...rest] = path.map((key): v.UnknownPathItem => ({
    type: 'unknown',
    origin: 'value',
    input: null,
    key,
    value: null,
  }))
  return first && [first, ...rest]
}

export type AppDefinition = v.InferOutput<typeof appDefinitionSchema>
export type PlanDefinition = AppDefinition['plans'][number]
export type PriceDefinition = PlanDefinition['prices'][number]
export type CouponDefinition = AppDefinition['coupons'][number]
export type CustomFieldDefinition = AppDefinition['customFields'][number]
export type ContentGroupDefinition = AppDefinition['contentGroups'][number]
export type ContentDefinition = AppDefinition['contents'][number]
