/**
 * What an owner configures: the shape of `api/apps/*.json` and of the row it becomes. Plans, prices and groups are
 * data; members refer to them by id.
 */
import * as v from 'valibot'
import { branding, inspectorLinks } from '../../contract/entities'
import { SESSION_LIFETIME_DAYS_MAX, SESSION_LIFETIME_DAYS_MIN } from '../../contract/limits'
import { checkReferences } from './definitions/check-references'
import { coupon } from './definitions/coupon'
import { dataTable } from './definitions/data-table'
import { hostedContent } from './definitions/hosted-content'
import { hostName } from './definitions/host-name'
import { id } from './definitions/id'
import { plan } from './definitions/plan'
import { providerKey } from './definitions/provider-key'
import { redirects } from './definitions/redirects'
import { sitePath } from './definitions/site-path'

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
export type DataTableDefinition = AppDefinition['dataTables'][number]
export type DataFieldDefinition = DataTableDefinition['fields'][number]
export type ContentDefinition = AppDefinition['contents'][number]
