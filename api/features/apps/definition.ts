import * as v from 'valibot'
import { CONSOLE_APP_ID, CONSOLE_PUBLIC_KEY, CONSOLE_TEST_KEY } from '../../../contract/admin/console-session'
import { timeZone } from '../../../contract/admin/schemas/figures'
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
import { readEmailAddress } from '../../../contract/email-address'
import { parseUrl } from '../../../contract/parse-url'
import { CUSTOM_FIELD_KEY } from '../../../contract/reserved-values'
import { emailAddress } from '../../../contract/schemas/fields'
import type { Mode } from '../../lib/ids'
import { checkReferences } from './check-references'
import { signInSettings } from './sign-in-policy'

/** ID of an app, a plan or a price: a prefix and the owner's name. */
const id = v.pipe(v.string(), v.regex(/^[a-z]+_[a-z0-9-]+$/u))

/** A path of the site: what starts with two slashes, or a slash and a backslash, is another site to a browser. */
export const sitePath = v.pipe(
  v.string(),
  v.regex(/^\/(?![/\\])[^\p{Cc}]*$/u, 'must be a path that starts with a single /'),
)

/** As browsers send it: lower case, other scripts in their `xn--` form. */
export const hostName = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/u,
    'must be a host name, such as www.example.com, without https:// and without a port',
  ),
)

/** Part of URLs, attributes and a column with space-separated keys. */
export const providerKey = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]{1,40}$/u, 'must be up to 40 lowercase letters, digits and dashes'),
)

/** IDs and keys of the console's built-in app. */
const reserved: ReadonlySet<string> = new Set([CONSOLE_APP_ID, CONSOLE_PUBLIC_KEY, CONSOLE_TEST_KEY])
const free = v.check((text: string) => !reserved.has(text), 'is reserved for the console')

const redirects = v.object({
  afterSignup: v.optional(sitePath),
  afterLogin: v.optional(sitePath),
  afterLogout: v.optional(sitePath),
  afterPurchase: v.optional(sitePath),
  afterCancel: v.optional(sitePath),
  afterReplace: v.optional(sitePath),
})

/** 999,999.99 in most currencies: payment providers' limit. */
const AMOUNT_MAX_MINOR = 99_999_999

const INTERVAL_MAX_MONTHS = 36

const months = { MONTHLY: 1, YEARLY: 12 }

const interval = v.pipe(
  v.object({ type: v.picklist(['MONTHLY', 'YEARLY']), count: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.check(({ type, count }) => count * months[type] <= INTERVAL_MAX_MONTHS, 'must be at most three years'),
)

const currencies = new Set(Intl.supportedValuesOf('currency'))

const price = v.pipe(
  v.object({
    id: v.pipe(id, v.startsWith('prc_')),
    name: v.string(),
    /** Minor units: 1000 is USD 10.00. */
    amountMinor: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(AMOUNT_MAX_MINOR)),
    /** ISO 4217, in any case. */
    currency: v.pipe(
      v.string(),
      v.check((code) => currencies.has(code.toUpperCase()), 'must be a three-letter currency code such as "usd"'),
    ),
    /** Absent for a one-time price. */
    interval: v.optional(interval),
    /** Days before the first payment; the card is required at once. */
    trialDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(730)), 0),
    active: v.optional(v.boolean(), true),
  }),
  v.check(
    (one) => one.trialDays === 0 || one.interval !== undefined,
    'a one-time price cannot have a trial: add an interval',
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
  /** Members with the plan share it. */
  team: v.optional(
    v.object({
      /** Includes the owner's. */
      seats: v.pipe(v.number(), v.integer(), v.minValue(1)),
      /** Where an invite link leads; clients put `?inviteToken=` and the token behind it. */
      inviteSignupLink: v.pipe(sitePath, v.regex(/^[^?#]*$/u, 'must not contain ? or #')),
      upgradeLink: v.optional(sitePath),
    }),
  ),
})

const coupon = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/u, 'must be letters, digits, _ or -')),
  percentOff: v.pipe(v.number(), v.minValue(1), v.maxValue(100)),
  /** Whether later payments are reduced too. */
  duration: v.optional(v.picklist(['once', 'forever']), 'once'),
  /** Applicable prices; empty: all. */
  prices: v.optional(v.array(v.string()), []),
  active: v.optional(v.boolean(), true),
})

const fields = {
  id: v.pipe(
    v.string(),
    v.regex(/^cnt_[\w-]+$/u, 'must be cnt_ followed by letters, digits, - or _'),
    v.maxLength(CONTENT_ID_MAX_CHARS),
  ),
  name: v.string(),
  /** Content group whose members may see it. */
  group: v.string(),
}

const text = v.pipe(v.string(), v.maxLength(CONTENT_MAX_CHARS, `must have at most ${CONTENT_MAX_CHARS} characters`))
const json = v.pipe(text, v.check(isJson, 'must be JSON'))
const webUrl = v.pipe(
  text,
  v.check((value) => v.is(sitePath, value) || isWebUrl(value), 'must be a path of the site or an http(s) URL'),
)

const contents = {
  HTML: text,
  CSS: text,
  JS: text,
  TEXT: text,
  JSON: json,
  LINK: webUrl,
  IMAGE: webUrl,
  FILE: webUrl,
}

/** Sent only to members with access to its group. */
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

function isWebUrl(value: string): boolean {
  return /^https?:\/\//iu.test(value) && parseUrl(value) !== null
}

const key = v.pipe(v.string(), v.regex(/^[A-Za-z][\w-]{0,99}$/u, 'must be letters, digits, - or _'))
const rule = v.picklist(tableRules)

const isScalar = (type: string): type is ScalarFieldType => Object.hasOwn(scalarFieldTypes, type)
const isRelation = (type: string): type is RelationFieldType => Object.hasOwn(relationFieldTypes, type)

const common = { key, name: v.string() }

const scalarField = v.object({
  ...common,
  type: v.pipe(v.string(), v.guard(isScalar, 'is not a field type')),
  required: v.optional(v.boolean(), false),
  /** False: queries can neither filter nor sort by it. */
  filterable: v.optional(v.boolean()),
  defaultValue: v.optional(v.union([v.string(), v.number(), v.boolean(), v.null()]), null),
})

const relationField = v.object({
  ...common,
  type: v.pipe(v.string(), v.guard(isRelation, 'is not a field type')),
  /** Key of the table it leads to; for members none. */
  references: v.optional(v.string(), ''),
  /** For VIRTUAL_REFERENCE_LIST: the REFERENCE in the other table. */
  through: v.optional(v.string(), ''),
})

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

/** The owner's configuration: `api/apps/*.json` and the stored row. Plans, prices and groups are data; members refer to them by id. */

const customField = v.object({
  key: v.pipe(v.string(), v.regex(CUSTOM_FIELD_KEY)),
  label: v.string(),
  type: v.optional(v.picklist(['text', 'textarea', 'select', 'checkbox', 'number', 'date', 'url', 'phone']), 'text'),
  options: v.optional(v.array(v.string()), []),
  required: v.optional(v.boolean(), false),
  order: v.optional(v.nullable(v.number()), null),
  hidden: v.optional(v.boolean(), false),
  visibility: v.picklist(['PRIVATE', 'PUBLIC', 'MEMBERS']),
  restrictToAdmin: v.optional(v.boolean(), false),
  /** Owners filter members by it. */
  filterable: v.optional(v.boolean()),
})

const contentGroup = v.object({
  /** The key that `data-ms-content` names. */
  key: v.pipe(v.string(), v.regex(/^\S+$/u, 'must be a single word')),
  name: v.string(),
  /** Empty: every member. */
  plans: v.optional(v.array(v.string()), []),
  redirect: sitePath,
  urls: v.optional(v.array(v.object({ url: sitePath, filter: v.picklist(['EQUALS', 'STARTS']) })), []),
})

/** With its domain in ASCII: the sender's DNS records are looked up by it. */
const senderEmail = v.pipe(
  v.string(),
  v.transform((written) => readEmailAddress(written) ?? written),
)

const appDefinition = v.object({
  id: v.pipe(id, v.startsWith('app_'), free),
  name: v.string(),
  keys: v.object({
    test: v.pipe(v.string(), v.startsWith('pk_sb_'), free),
    live: v.pipe(v.string(), v.startsWith('pk_'), free),
  }),
  /** Host names of the live mode, without scheme and port. */
  liveDomains: v.array(hostName),
  allowMemberSelfDelete: v.boolean(),
  /** A member's own deletion waits this long; a login in between cancels it. Default: at once. */
  deletionGraceDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(90))),
  captchaRequired: v.boolean(),
  verificationMailOnSignup: v.boolean(),
  /** Stores what each member signed up with until the member is deleted. */
  keepsSignupRecords: v.optional(v.boolean(), false),
  /** From login, regardless of use. */
  sessionLifetimeDays: v.optional(
    v.pipe(v.number(), v.minValue(SESSION_LIFETIME_DAYS_MIN), v.maxValue(SESSION_LIFETIME_DAYS_MAX)),
  ),
  redirects: v.optional(redirects, {}),
  branding,
  /** Changed texts of modals and errors, by key. */
  texts: v.optional(v.record(v.string(), v.string()), {}),
  mail: v.object({
    sender: v.object({ name: v.string(), address: senderEmail }),
    /** Changed subjects and sentences of mails, by key. */
    texts: v.optional(v.record(v.string(), v.string()), {}),
  }),
  /** Accepts messages of visitors, such as partnership inquiries, for this reader; disabled without it. */
  inbox: v.optional(v.object({ ownerEmail: v.pipe(v.string(), emailAddress('must be an email address')) })),
  /** Sells and issues TrustTags; disabled without it. */
  trustTag: v.optional(
    v.object({
      /** One free TrustTag per verified email until `endsAt`; absent: none. */
      freeOffer: v.optional(v.object({ endsAt: v.optional(v.pipe(v.string(), v.isoTimestamp())) })),
    }),
  ),
  passwordless: v.object({ enabled: v.boolean(), isDefault: v.boolean() }),
  /** How members log in (docs/sign-in.md). */
  signIn: v.optional(signInSettings),
  authProviders: v.array(v.object({ provider: providerKey, name: v.string(), order: v.number() })),
  plans: v.array(plan),
  coupons: v.optional(v.array(coupon), []),
  customFields: v.array(customField),
  /** Time zone of the days in figures; default UTC. */
  timeZone: v.optional(timeZone),
  contentGroups: v.optional(v.array(contentGroup), []),
  contents: v.optional(v.array(hostedContent), []),
  /** Disabled without it. */
  comments: v.optional(
    v.object({
      /** Members with these verified emails can edit and delete all comments. */
      moderators: v.optional(
        v.array(v.pipe(v.string(), emailAddress('must be an email address'), v.toLowerCase())),
        [],
      ),
      /** Whole words in any case; comments with one are refused. */
      blockedWords: v.optional(v.array(v.pipe(v.string(), v.trim(), v.nonEmpty())), []),
    }),
  ),
  dataTables: v.optional(v.array(dataTable), []),
  inspectorLinks: v.optional(inspectorLinks),
  /** Where the site is, or will be: live mode begins there after the launch in the console. */
  siteUrl: v.optional(v.pipe(v.string(), v.check(isWebUrl, 'must be an http(s) URL'))),
  /** Options of Stripe’s checkout. The test checkout ignores them. */
  payments: v.optional(
    v.object({
      automaticTax: v.optional(v.boolean(), false),
      taxIdCollection: v.optional(v.boolean(), false),
      billingAddress: v.optional(v.boolean(), false),
      promotionCodes: v.optional(v.boolean(), false),
    }),
  ),
})

export const appDefinitionSchema = v.pipe(
  appDefinition,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const { path, message } of checkReferences(dataset.value)) addIssue({ message, path: toIssuePath(path) })
  }),
)

/** The validator's format; only keys are read. */
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

/** As in a file: with hosted content, which has its own table. */
export type AppFile = v.InferOutput<typeof appDefinitionSchema>

/** Without hosted content, which is read piece by piece. */
export type AppDefinition = Omit<AppFile, 'contents'>

export type HostedContent = AppFile['contents'][number]

export type PaymentOptions = NonNullable<AppDefinition['payments']>

export interface OwnerScope {
  appId: string
  mode: Mode
}

export type PlanDefinition = AppDefinition['plans'][number]
export type PriceDefinition = PlanDefinition['prices'][number]
export type CouponDefinition = AppDefinition['coupons'][number]
export type CustomFieldDefinition = AppDefinition['customFields'][number]
export type ContentGroupDefinition = AppDefinition['contentGroups'][number]
export type DataTableDefinition = AppDefinition['dataTables'][number]
export type DataFieldDefinition = DataTableDefinition['fields'][number]
