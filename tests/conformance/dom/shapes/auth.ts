import * as v from 'valibot'
import { answered, success, textOrNone } from './answered'
import { contentGroup } from './app'
import { member } from './member'

/** `Payload.Transforms.MemberAuth`. */
export const memberAuth = v.object({
  tokens: v.object({
    accessToken: v.pipe(v.string(), v.minLength(20)),
    expires: v.number(),
    type: v.literal('bearer'),
  }),
  member,
  redirect: textOrNone,
  contentGroups: v.optional(v.array(contentGroup)),
})

/** `SignupMemberEmailPasswordPayload`, `LoginMemberEmailPasswordPayload` and those by providers. */
export const loggedIn = answered(memberAuth)

/** `SendMemberLoginPasswordlessEmailPayload`, `SendMemberVerificationEmailPayload`, `ResetMemberPasswordPayload`. */
export const done = answered(success)

/** `SendMemberResetPasswordEmailPayload`: a message that is the same for every email address. */
export const sentence = answered(v.pipe(v.string(), v.minLength(1)))

/** `LogoutMemberPayload`. */
export const loggedOut = answered(v.object({ redirect: v.nullish(v.string()) }))
