/**
 * What travels between the API and its clients. Shapes follow the published client's types; fields named only by
 * the widget specification (seed 001 section 3) are marked. Servers import the schemas, browsers the types.
 */
import * as v from 'valibot'

export const price = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  type: v.picklist(['SUBSCRIPTION', 'ONETIME']),
  status: v.picklist(['ACTIVE', 'INACTIVE']),
  /** Major units as a decimal number (9.99), as the published client reads it. */
  amount: v.number(),
  currency: v.string(),
  interval: v.object({ type: v.nullable(v.string()), count: v.nullable(v.number()) }),
})
export type Price = v.InferOutput<typeof price>

export const plan = v.object({
  id: v.string(),
  name: v.string(),
  description: v.nullable(v.string()),
  priority: v.nullable(v.number()),
  status: v.picklist(['ACTIVE', 'INACTIVE']),
  prices: v.array(price),
})
export type Plan = v.InferOutput<typeof plan>

export const customField = v.object({
  key: v.string(),
  label: v.string(),
  /** Ours: how a form draws the field. */
  type: v.picklist(['text', 'textarea', 'select', 'checkbox', 'number', 'date', 'url', 'phone']),
  /** Ours: the choices of a select. */
  options: v.array(v.string()),
  /** Ours: whether a form asks for it before it can be sent. */
  required: v.boolean(),
  order: v.nullable(v.number()),
  hidden: v.boolean(),
  visibility: v.picklist(['PRIVATE', 'PUBLIC', 'MEMBERS']),
  restrictToAdmin: v.boolean(),
})
export type CustomField = v.InferOutput<typeof customField>

export const contentGroup = v.object({
  id: v.string(),
  key: v.string(),
  name: v.string(),
  allowAllMembers: v.boolean(),
  activeMemberHasAccess: v.optional(v.boolean()),
  redirect: v.string(),
  urls: v.array(v.object({ url: v.string(), filter: v.picklist(['EQUALS', 'STARTS']) })),
  plans: v.array(v.object({ id: v.string() })),
})
export type ContentGroup = v.InferOutput<typeof contentGroup>

export const authProvider = v.object({
  provider: v.string(),
  name: v.nullable(v.string()),
  icon: v.nullable(v.string()),
  order: v.number(),
})
export type AuthProvider = v.InferOutput<typeof authProvider>

const colors = v.record(v.string(), v.string())

/** How the modals look (docs/theming.md). Browsers check each value before they use it. */
export const branding = v.object({
  logo: v.nullable(v.string()),
  colors: v.object({
    lightMode: colors,
    /** Ours, as are all below. */
    darkMode: v.optional(colors),
  }),
  /** Forces one colour scheme; without it the modals follow the page. */
  theme: v.optional(v.picklist(['light', 'dark', 'auto'])),
  /** Of the panel, in CSS pixels. */
  cornerRadius: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(40))),
  /** A list of font families as in CSS, or `inherit` for the page's own. */
  fontFamily: v.optional(v.string()),
})
export type Branding = v.InferOutput<typeof branding>

/** http, https, or a path of the site. */
const linkTarget = v.pipe(v.string(), v.regex(/^(https?:\/\/|\/(?!\/))/u, 'must begin with https://, http:// or /'))

/** Where the inspector’s links lead. One that is not here is not shown. */
export const inspectorLinks = v.object({
  helpCenter: v.optional(linkTarget),
  aiBot: v.optional(linkTarget),
  components: v.optional(linkTarget),
  forums: v.optional(linkTarget),
  slack: v.optional(linkTarget),
  /** What stands before `members`, `profile`, `gated-content`, `settings/design` and `plans` in the Edit links. */
  dashboard: v.optional(linkTarget),
})
export type InspectorLinks = v.InferOutput<typeof inspectorLinks>

export const app = v.object({
  id: v.string(),
  name: v.string(),
  mode: v.picklist(['live', 'sandbox']),
  /** Ours: the public key of the mode that this answer is for; a tag that names only the app id learns it here. */
  publicKey: v.string(),
  plans: v.array(plan),
  contentGroups: v.array(contentGroup),
  customFields: v.array(customField),
  allowMemberSelfDelete: v.boolean(),
  captchaRequired: v.boolean(),
  /** Ours: who checks that a visitor is a person, and the public key that a hosted one wants. */
  captcha: v.object({
    provider: v.picklist(['proof-of-work', 'hcaptcha', 'turnstile']),
    siteKey: v.nullable(v.string()),
  }),
  authProviders: v.array(authProvider),
  additionalAuthMethods: v.object({ passwordless: v.object({ enabled: v.boolean(), isDefault: v.boolean() }) }),
  ssoSignupButtonURL: v.nullable(v.string()),
  isPaid: v.boolean(),
  branding,
  /** Ours: texts of the modals that the owner changed, by text key. */
  texts: v.record(v.string(), v.string()),
  /** Ours: in Test Mode only. */
  inspectorLinks: v.optional(inspectorLinks),
})
export type App = v.InferOutput<typeof app>

export const paymentStatuses = ['PAID', 'PENDING', 'FAILED', 'REFUNDED'] as const

export const planConnection = v.object({
  id: v.string(),
  active: v.boolean(),
  status: v.picklist(['ACTIVE', 'TRIALING', 'REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION', 'CANCELED']),
  planId: v.string(),
  /** Seed 001 section 3. */
  planName: v.string(),
  type: v.picklist(['FREE', 'SUBSCRIPTION', 'ONETIME']),
  /** Null without a price: then the connection is free (design: "three tests for free"). */
  payment: v.nullable(
    v.object({
      amount: v.number(),
      currency: v.string(),
      /** How the last payment ended. */
      status: v.picklist(paymentStatuses),
      /** Dates in epoch milliseconds. */
      lastBillingDate: v.nullable(v.number()),
      nextBillingDate: v.nullable(v.number()),
      cancelAtDate: v.nullable(v.number()),
      priceId: v.string(),
    }),
  ),
})
export type PlanConnection = v.InferOutput<typeof planConnection>

export const customFieldValue = v.union([v.string(), v.number(), v.boolean(), v.null()])
export type CustomFieldValue = v.InferOutput<typeof customFieldValue>

export const member = v.object({
  id: v.string(),
  verified: v.boolean(),
  profileImage: v.nullable(v.string()),
  auth: v.object({
    email: v.string(),
    hasPassword: v.boolean(),
    providers: v.array(v.object({ provider: v.string() })),
  }),
  /** Where a login takes the member: their own page, else their plan’s, else the app’s. */
  loginRedirect: v.nullable(v.string()),
  stripeCustomerId: v.nullable(v.string()),
  /** ISO 8601, UTC. */
  createdAt: v.string(),
  metaData: v.record(v.string(), v.unknown()),
  customFields: v.record(v.string(), customFieldValue),
  permissions: v.array(v.string()),
  /** Whether the member moderates the comments; absent means no. */
  isModerator: v.optional(v.boolean()),
  planConnections: v.array(planConnection),
  /** Seed 001 section 3. */
  teams: v.object({
    ownedTeams: v.array(v.object({ teamId: v.string() })),
    joinedTeams: v.array(
      v.object({
        teamId: v.string(),
        planName: v.string(),
        /** Ours: the plan that the team shares. */
        planId: v.string(),
        /** Ours: false while the owner's plan gives no access. */
        active: v.boolean(),
      }),
    ),
  }),
  /** Seed 001 section 3. */
  json: v.record(v.string(), v.unknown()),
})
export type Member = v.InferOutput<typeof member>

export const tokens = v.object({
  accessToken: v.string(),
  /** When the session ends: epoch milliseconds. */
  expires: v.number(),
  type: v.literal('bearer'),
})
export type Tokens = v.InferOutput<typeof tokens>

/** What a sign-up or a login answers. */
export const memberAuth = v.object({
  tokens,
  member,
  /** Site path to go to, null when neither member, plan nor app names one. */
  redirect: v.nullable(v.string()),
  /** With `options.includeContentGroups` only. */
  contentGroups: v.optional(v.array(contentGroup)),
})
export type MemberAuth = v.InferOutput<typeof memberAuth>

/** A piece of sanitised HTML as data, so that a browser can build it without an HTML sink: a text, or an element. */
export type ContentNode = string | { tag: string; attributes: Record<string, string>; children: ContentNode[] }

const contentNode: v.GenericSchema<ContentNode> = v.lazy(() =>
  v.union([
    v.string(),
    v.object({ tag: v.string(), attributes: v.record(v.string(), v.string()), children: v.array(contentNode) }),
  ]),
)

export const secureContentTypes = ['HTML', 'CSS', 'LINK', 'JS', 'JSON', 'TEXT', 'IMAGE', 'FILE'] as const

/** Hosted content. `content` is what the owner wrote: markup (sanitised), code, text, or for LINK, IMAGE and FILE an address. */
export const secureContent = v.object({
  type: v.picklist(secureContentTypes),
  content: v.string(),
  /** Ours, with HTML only: the same as a tree of nodes. */
  nodes: v.optional(v.array(contentNode)),
})
export type SecureContent = v.InferOutput<typeof secureContent>
