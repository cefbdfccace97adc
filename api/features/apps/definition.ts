import * as v from 'valibot'
import { relationFieldTypes, scalarFieldTypes, tableRules } from '../../../contract/data-tables'
import type { RelationFieldType, ScalarFieldType } from '../../../contract/data-tables'
import { branding, inspectorLinks, secureContentTypes } from '../../../contract/entities'
import {
  CONTENT_ID_MAX_CHARS,
  CONTENT_MAX_CHARS,
  SESSION_LIFETIME_DAYS_MAX,
  SESSION_LIFETIME_DAYS_MIN,
  TABLE_FIELDS_MAX,
} from '../../../contract/limits'
import { parseUrl } from '../../../contract/parse-url'
import { checkReferences } from './check-references'

/** ID of an app, a plan or a price: a prefix and the owner's name. */
const id = v.pipe(v.string(), v.regex(/^[a-z]+_[a-z0-9-]+$/u))

/** A path of the site: what starts with two slashes, or a slash and a backslash, is another site to a browser. */
export const sitePath = v.pipe(v.string(), v.regex(/^\/(?![/\\])[^\p{Cc}]*$/u, 'must be a path that starts with one /'))

/** A host name as browsers tell it: small letters, other scripts in their `xn--` form. */
export const hostName = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/u,
    'must be a host name, such as www.example.com, without https:// and without a port',
  ),
)

/** Key of a login provider: part of URLs, attributes and, separated by spaces, a column. */
export const providerKey = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]{1,40}$/u, 'must be up to 40 small letters, digits and dashes'),
)

/** Redirects after events, of an app or a plan. */
const redirects = v.object({
  afterSignup: v.optional(sitePath),
  afterLogin: v.optional(sitePath),
  afterLogout: v.optional(sitePath),
  afterPurchase: v.optional(sitePath),
  afterCancel: v.optional(sitePath),
  afterReplace: v.optional(sitePath),
})

/** 999,999.99 of most currencies: the limit of payment providers. */
const AMOUNT_MAX_MINOR = 99_999_999

/** The limit of payment providers. */
const INTERVAL_MAX_MONTHS = 36

const months = { MONTHLY: 1, YEARLY: 12 }

const interval = v.pipe(
  v.object({ type: v.picklist(['MONTHLY', 'YEARLY']), count: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.check(({ type, count }) => count * months[type] <= INTERVAL_MAX_MONTHS, 'must be three years at most'),
)

const currencies = new Set(Intl.supportedValuesOf('currency'))

const price = v.pipe(
  v.object({
    id: v.pipe(id, v.startsWith('prc_')),
    name: v.string(),
    /** Minor units: 1000 is USD 10.00. */
    amountMinor: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(AMOUNT_MAX_MINOR)),
    /** ISO 4217, in either case. */
    currency: v.pipe(
      v.string(),
      v.check((code) => currencies.has(code.toUpperCase()), 'must be the three letters of a currency, as in "usd"'),
    ),
    /** Absent for a price that is paid once. */
    interval: v.optional(interval),
    /** Days before the first payment; the card is asked for at once. */
    trialDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(730)), 0),
    active: v.optional(v.boolean(), true),
  }),
  v.check(
    (one) => one.trialDays === 0 || one.interval !== undefined,
    'what is paid once has no trial: needs an interval',
  ),
)

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
  /** Members with the plan share it with others. */
  team: v.optional(
    v.object({
      /** The owner's own is one of them. */
      seats: v.pipe(v.number(), v.integer(), v.minValue(1)),
      /** Where an invite link leads; clients put `?inviteToken=` and the token behind it. */
      inviteSignupLink: v.pipe(sitePath, v.regex(/^[^?#]*$/u, 'must have neither ? nor #')),
      upgradeLink: v.optional(sitePath),
    }),
  ),
})

const coupon = v.object({
  /** As in `data-ms-coupon`. */
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/u, 'must be letters, digits, _ or -')),
  percentOff: v.pipe(v.number(), v.minValue(1), v.maxValue(100)),
  /** Whether later payments are reduced, too. */
  duration: v.optional(v.picklist(['once', 'forever']), 'once'),
  /** Prices that it is for; none given: all. */
  prices: v.optional(v.array(v.string()), []),
  active: v.optional(v.boolean(), true),
})

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
const hostedContent = v.variant(
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

const key = v.pipe(v.string(), v.regex(/^[A-Za-z][\w-]{0,99}$/u, 'must be letters, digits, - or _'))
const rule = v.picklist(tableRules)

const isScalar = (type: string): type is ScalarFieldType => Object.hasOwn(scalarFieldTypes, type)
const isRelation = (type: string): type is RelationFieldType => Object.hasOwn(relationFieldTypes, type)

const common = { key, name: v.string() }

const scalarField = v.object({
  ...common,
  type: v.pipe(v.string(), v.guard(isScalar, 'is no type of a field')),
  required: v.optional(v.boolean(), false),
  /** False: queries may neither compare nor sort by it. */
  filterable: v.optional(v.boolean()),
  /** What a record has that is made without it. */
  defaultValue: v.optional(v.union([v.string(), v.number(), v.boolean(), v.null()]), null),
})

const relationField = v.object({
  ...common,
  type: v.pipe(v.string(), v.guard(isRelation, 'is no type of a field')),
  /** Key of the table it leads to; for members none. */
  references: v.optional(v.string(), ''),
  /** Of VIRTUAL_REFERENCE_LIST: the key of the REFERENCE in the other table. */
  through: v.optional(v.string(), ''),
})

/** A table of records, as an owner defines it. */
const dataTable = v.object({
  key,
  name: v.string(),
  createRule: rule,
  readRule: rule,
  updateRule: rule,
  deleteRule: rule,
  fields: v.pipe(v.array(v.union([scalarField, relationField])), v.maxLength(TABLE_FIELDS_MAX)),
})

export type ScalarFieldDefinition = v.InferOutput<typeof scalarField>
export type RelationFieldDefinition = v.InferOutput<typeof relationField>

/**
 * What an owner configures: the shape of `api/apps/*.json` and of the row it becomes. Plans, prices and groups are
 * data; members refer to them by id.
 */

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
  liveDomains: v.array(hostName),
  allowMemberSelfDelete: v.boolean(),
  captchaRequired: v.boolean(),
  verificationMailOnSignup: v.boolean(),
  /** Keeps a record of what each member signed up with, beside the member, until the member is deleted. */
  keepsSignupRecords: v.optional(v.boolean(), false),
  /** From login to the end of the session, however much it is used. */
  sessionLifetimeDays: v.optional(
    v.pipe(v.number(), v.minValue(SESSION_LIFETIME_DAYS_MIN), v.maxValue(SESSION_LIFETIME_DAYS_MAX)),
  ),
  redirects: v.optional(redirects, {}),
  branding,
  /** Texts of the modals and of errors that the owner changed, by key. */
  texts: v.optional(v.record(v.string(), v.string()), {}),
  mail: v.object({
    sender: v.object({ name: v.string(), address: v.string() }),
    /** Subjects and sentences of mails that the owner changed, by key. */
    texts: v.optional(v.record(v.string(), v.string()), {}),
  }),
  /** Takes messages of visitors, such as partnership inquiries, and who reads them; without it the app takes none. */
  inbox: v.optional(v.object({ ownerEmail: v.pipe(v.string(), v.email()) })),
  /** Sells and issues TrustTags; without it the app does not. */
  trustTag: v.optional(
    v.object({
      /** One free TrustTag for each verified e-mail, while it stands here and its end, if it has one, has not come. */
      freeOffer: v.optional(v.object({ endsAt: v.optional(v.pipe(v.string(), v.isoTimestamp())) })),
    }),
  ),
  passwordless: v.object({ enabled: v.boolean(), isDefault: v.boolean() }),
  authProviders: v.array(v.object({ provider: providerKey, name: v.string(), order: v.number() })),
  plans: v.array(plan),
  coupons: v.optional(v.array(coupon), []),
  customFields: v.array(customField),
  contentGroups: v.optional(v.array(contentGroup), []),
  contents: v.optional(v.array(hostedContent), []),
  /** Lets members write comments; without it the app has none. */
  comments: v.optional(
    v.object({
      /** E-mail addresses of the members who edit and delete what others wrote; they count once they are verified. */
      moderators: v.optional(v.array(v.pipe(v.string(), v.toLowerCase(), v.email())), []),
      /** Whole words, in any case: a comment that has one is refused. */
      blockedWords: v.optional(v.array(v.pipe(v.string(), v.trim(), v.nonEmpty())), []),
    }),
  ),
  dataTables: v.optional(v.array(dataTable), []),
  inspectorLinks: v.optional(inspectorLinks),
})

export const appDefinitionSchema = v.pipe(
  appDefinition,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const { path, message } of checkReferences(dataset.value)) addIssue({ message, path: toIssuePath(path) })
  }),
)

/** The path as the validator wants it; only the keys are read. */
function toIssuePath(path: readonly (string | number)[]): [v.IssuePathItem, ...v.IssuePathItem[]] | undefined {
  const [first, ...rest] = path.map((part): v.UnknownPathItem => ({
    type: 'unknown',
    origin: 'value',
    input: null,
    key: part,
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
export type DataTableDefinition = AppDefinition['dataTables'][number]
export type DataFieldDefinition = DataTableDefinition['fields'][number]
export type ContentDefinition = AppDefinition['contents'][number]
