import * as v from 'valibot'
import { answered } from './answered'
import { plan } from './plan'
import { member } from './member'

/** `Payload.Transforms.RestrictedUrlGroup`. */
export const contentGroup = v.object({
  id: v.string(),
  name: v.string(),
  key: v.string(),
  allowAllMembers: v.boolean(),
  activeMemberHasAccess: v.optional(v.boolean()),
  redirect: v.string(),
  urls: v.array(v.object({ url: v.string(), filter: v.picklist(['EQUALS', 'STARTS']) })),
  plans: v.array(v.object({ id: v.string() })),
})

/** `Payload.Transforms.CustomField`. */
const customField = v.object({
  order: v.nullable(v.number()),
  key: v.string(),
  label: v.string(),
  hidden: v.boolean(),
  visibility: v.picklist(['PRIVATE', 'PUBLIC', 'MEMBERS']),
  restrictToAdmin: v.boolean(),
})

const size = v.optional(v.picklist(['SMALL', 'MEDIUM', 'LARGE']))
const corners = v.optional(v.picklist(['SHARP', 'SOFT', 'ROUND']))
const borders = v.optional(v.picklist(['NONE', 'THIN', 'THICK']))
const shadows = v.optional(v.picklist(['NONE', 'SMALL', 'LARGE']))

/** `Payload.Transforms.Branding`. */
const branding = v.object({
  logo: v.nullable(v.string()),
  colors: v.object({ lightMode: v.record(v.string(), v.string()) }),
  style: v.optional(
    v.object({
      fontSize: size,
      buttonCorners: corners,
      buttonBorders: borders,
      buttonShadows: shadows,
      componentCorners: corners,
      componentBorders: borders,
      componentShadows: shadows,
    }),
  ),
})

/** `Payload.Transforms.App`. */
export const app = v.object({
  id: v.string(),
  name: v.string(),
  mode: v.picklist(['live', 'sandbox']),
  plans: v.array(plan),
  contentGroups: v.array(contentGroup),
  customFields: v.array(customField),
  allowMemberSelfDelete: v.boolean(),
  captchaRequired: v.boolean(),
  authProviders: v.array(
    v.object({ provider: v.string(), icon: v.nullable(v.string()), name: v.nullable(v.string()) }),
  ),
  additionalAuthMethods: v.object({
    passwordless: v.object({ enabled: v.nullable(v.boolean()), isDefault: v.nullable(v.boolean()) }),
  }),
  ssoSignupButtonURL: v.nullable(v.string()),
  isPaid: v.boolean(),
  branding,
  ssoText: v.optional(v.record(v.string(), v.unknown())),
})

/** `AppPayload`. */
export const theApp = answered(app)

/** `GetRestrictedUrlGroupsPayload`. */
export const contentGroups = answered(v.array(contentGroup))

/** `GetAppAndMemberPayload`. The id of the visit is what the client itself keeps. */
export const appAndMember = answered(
  v.object({
    app,
    member: v.nullable(member),
    sessionData: v.object({ sessionId: v.pipe(v.string(), v.maxLength(26)) }),
  }),
)
