import * as v from 'valibot'
import { answered, moment, textOrNone } from './answered'
import { planConnection } from './plan'

const providers = v.array(v.object({ provider: v.string() }))

/** `Payload.Transforms.Member`; ours also has `teams` and `json`. */
export const member = v.looseObject({
  id: v.pipe(v.string(), v.startsWith('mem_sb_')),
  verified: v.boolean(),
  profileImage: textOrNone,
  auth: v.object({ email: v.string(), hasPassword: v.boolean(), providers }),
  loginRedirect: textOrNone,
  stripeCustomerId: textOrNone,
  createdAt: moment,
  metaData: v.record(v.string(), v.unknown()),
  customFields: v.record(v.string(), v.unknown()),
  permissions: v.array(v.string()),
  planConnections: v.array(planConnection),
})

/** `UpdateMemberPayload`, `UpdateMemberAuthPayload`, `SetPasswordPayload`. */
export const changedMember = answered(member)

/** `GetCurrentMemberPayload`. */
export const currentMember = answered(v.nullable(member))

/** `GetMemberJSONPayload`. */
export const memberJson = answered(v.record(v.string(), v.unknown()))

/** `DeleteMemberPayload`. */
export const deletedMember = answered(v.object({ id: v.string() }))

/** `UpdateMemberProfileImagePayload`. */
export const newPicture = answered(v.object({ profileImage: v.pipe(v.string(), v.url()) }))

/** `DeleteMemberProfileImagePayload`. */
export const noPicture = answered(v.object({ profileImage: v.null() }))

/** `ConnectProviderPayload`. */
export const connectedProviders = answered(v.object({ providers, message: v.optional(v.string()) }))
