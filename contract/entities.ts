/**
 * The schemas of the data exchanged between the API and its clients. The types, with what each field means, are in
 * `types/`. They are written by hand so that the widget's declarations need no validator, and each schema is checked
 * against its type. Servers import the schemas, browsers the types.
 */
import * as v from 'valibot'
import type { App, AuthProvider, Branding, ContentGroup, CustomField, InspectorLinks } from './types/app'
import type { CustomFieldValue, Member, MemberAuth, Tokens } from './types/member'
import type { Plan, PlanConnection, Price } from './types/plan'
import type { ContentNode, SecureContent } from './types/secure-content'

export type * from './types/app'
export type * from './types/member'
export type * from './types/plan'
export type * from './types/secure-content'

export const price = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  type: v.picklist(['SUBSCRIPTION', 'ONETIME']),
  status: v.picklist(['ACTIVE', 'INACTIVE']),
  amount: v.number(),
  currency: v.string(),
  interval: v.object({ type: v.nullable(v.string()), count: v.nullable(v.number()) }),
}) satisfies v.GenericSchema<Price>

export const plan = v.object({
  id: v.string(),
  name: v.string(),
  description: v.nullable(v.string()),
  priority: v.nullable(v.number()),
  status: v.picklist(['ACTIVE', 'INACTIVE']),
  prices: v.array(price),
}) satisfies v.GenericSchema<Plan>

export const customField = v.object({
  key: v.string(),
  label: v.string(),
  type: v.picklist(['text', 'textarea', 'select', 'checkbox', 'number', 'date', 'url', 'phone']),
  options: v.array(v.string()),
  required: v.boolean(),
  order: v.nullable(v.number()),
  hidden: v.boolean(),
  visibility: v.picklist(['PRIVATE', 'PUBLIC', 'MEMBERS']),
  restrictToAdmin: v.boolean(),
}) satisfies v.GenericSchema<CustomField>

export const contentGroup = v.object({
  id: v.string(),
  key: v.string(),
  name: v.string(),
  allowAllMembers: v.boolean(),
  activeMemberHasAccess: v.optional(v.boolean()),
  redirect: v.string(),
  urls: v.array(v.object({ url: v.string(), filter: v.picklist(['EQUALS', 'STARTS']) })),
  plans: v.array(v.object({ id: v.string() })),
}) satisfies v.GenericSchema<ContentGroup>

export const authProvider = v.object({
  provider: v.string(),
  name: v.nullable(v.string()),
  icon: v.nullable(v.string()),
  order: v.number(),
}) satisfies v.GenericSchema<AuthProvider>

const colors = v.record(v.string(), v.string())

/** The look of the modals (docs/theming.md). Browsers validate each value before use. */
export const branding = v.object({
  logo: v.nullable(v.string()),
  colors: v.object({
    lightMode: colors,
    darkMode: v.optional(colors),
  }),
  theme: v.optional(v.picklist(['light', 'dark', 'auto'])),
  cornerRadius: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(40))),
  fontFamily: v.optional(v.string()),
}) satisfies v.GenericSchema<Branding>

/** http, https, or a path of the site. */
const linkTarget = v.pipe(v.string(), v.regex(/^(https?:\/\/|\/(?!\/))/u, 'must start with https://, http:// or /'))

/** Targets of the inspector’s links. Links without a target are not shown. */
export const inspectorLinks = v.object({
  helpCenter: v.optional(linkTarget),
  aiBot: v.optional(linkTarget),
  components: v.optional(linkTarget),
  forums: v.optional(linkTarget),
  slack: v.optional(linkTarget),
  dashboard: v.optional(linkTarget),
}) satisfies v.GenericSchema<InspectorLinks>

export const app = v.object({
  id: v.string(),
  name: v.string(),
  mode: v.picklist(['live', 'sandbox']),
  publicKey: v.string(),
  plans: v.array(plan),
  contentGroups: v.array(contentGroup),
  customFields: v.array(customField),
  allowMemberSelfDelete: v.boolean(),
  captchaRequired: v.boolean(),
  captcha: v.object({
    provider: v.picklist(['proof-of-work', 'hcaptcha', 'turnstile']),
    siteKey: v.nullable(v.string()),
  }),
  authProviders: v.array(authProvider),
  additionalAuthMethods: v.object({
    passwordless: v.object({ enabled: v.boolean(), isDefault: v.boolean() }),
    /** Ours. */
    passkey: v.optional(
      v.object({
        enabled: v.boolean(),
        /** A new one is offered after a login with a password. */
        offer: v.optional(v.literal('after-login')),
        /** The domain of the passkeys, if the calling page is on another one. Not every browser supports that. */
        site: v.optional(v.string()),
      }),
    ),
    /** Ours. Only if passwords log no one in. */
    password: v.optional(v.object({ enabled: v.literal(false) })),
    /** Ours. Emails with a login code have a link too; `only`: no code. */
    link: v.optional(v.object({ enabled: v.boolean(), only: v.boolean() })),
  }),
  /** Ours. Browsers store only ID, `verified` and plan IDs of a member. */
  storedMember: v.optional(v.literal('minimal')),
  ssoSignupButtonURL: v.nullable(v.string()),
  isPaid: v.boolean(),
  branding,
  texts: v.record(v.string(), v.string()),
  inspectorLinks: v.optional(inspectorLinks),
}) satisfies v.GenericSchema<App>

export const paymentStatuses = ['PAID', 'PENDING', 'FAILED', 'REFUNDED'] as const

export const planConnection = v.object({
  id: v.string(),
  active: v.boolean(),
  status: v.picklist(['ACTIVE', 'TRIALING', 'REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION', 'CANCELED']),
  planId: v.string(),
  planName: v.string(),
  type: v.picklist(['FREE', 'SUBSCRIPTION', 'ONETIME']),
  payment: v.nullable(
    v.object({
      amount: v.number(),
      currency: v.string(),
      status: v.picklist(paymentStatuses),
      lastBillingDate: v.nullable(v.number()),
      nextBillingDate: v.nullable(v.number()),
      cancelAtDate: v.nullable(v.number()),
      priceId: v.string(),
    }),
  ),
}) satisfies v.GenericSchema<PlanConnection>

export const customFieldValue = v.union([
  v.string(),
  v.number(),
  v.boolean(),
  v.null(),
]) satisfies v.GenericSchema<CustomFieldValue>

export const member = v.object({
  id: v.string(),
  verified: v.boolean(),
  profileImage: v.nullable(v.string()),
  auth: v.object({
    email: v.string(),
    hasPassword: v.boolean(),
    providers: v.array(v.object({ provider: v.string() })),
  }),
  loginRedirect: v.nullable(v.string()),
  stripeCustomerId: v.nullable(v.string()),
  createdAt: v.string(),
  metaData: v.record(v.string(), v.unknown()),
  customFields: v.record(v.string(), customFieldValue),
  permissions: v.array(v.string()),
  isModerator: v.optional(v.boolean()),
  planConnections: v.array(planConnection),
  teams: v.object({
    ownedTeams: v.array(v.object({ teamId: v.string() })),
    joinedTeams: v.array(
      v.object({
        teamId: v.string(),
        planName: v.string(),
        planId: v.string(),
        active: v.boolean(),
      }),
    ),
  }),
  json: v.record(v.string(), v.unknown()),
}) satisfies v.GenericSchema<Member>

export const tokens = v.object({
  accessToken: v.string(),
  expires: v.number(),
  type: v.literal('bearer'),
}) satisfies v.GenericSchema<Tokens>

/** The result of a sign-up or login. */
export const memberAuth = v.object({
  tokens,
  member,
  redirect: v.nullable(v.string()),
  contentGroups: v.optional(v.array(contentGroup)),
  device: v.optional(v.string()),
}) satisfies v.GenericSchema<MemberAuth>

/** Refers to itself, so that generated descriptions can name it. */
const innerNode: v.GenericSchema<ContentNode> = v.lazy(() => contentNode)
export const contentNode = v.union([
  v.string(),
  v.object({ tag: v.string(), attributes: v.record(v.string(), v.string()), children: v.array(innerNode) }),
]) satisfies v.GenericSchema<ContentNode>

export const secureContentTypes = ['HTML', 'CSS', 'LINK', 'JS', 'JSON', 'TEXT', 'IMAGE', 'FILE'] as const

/**
 * Hosted content. `content` is what the owner wrote: markup (sanitized), code, text, or a URL for LINK, IMAGE and FILE.
 */
export const secureContent = v.object({
  type: v.picklist(secureContentTypes),
  content: v.string(),
  nodes: v.optional(v.array(contentNode)),
}) satisfies v.GenericSchema<SecureContent>
