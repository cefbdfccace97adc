import * as v from 'valibot'
import type { memberEndpoints } from '../endpoints/member'
import { member } from '../entities'
import { PATH_MAX_CHARS, PROFILE_IMAGE_MAX_BYTES } from '../limits'
import { currentPassword, customFields, device, email, json, newPassword } from './fields'
import type { SchemasFor } from './schema'

export const memberSchemas = {
  getMember: { input: v.object({}), output: v.nullable(member) },
  updateMember: { input: v.object({ customFields }), output: member },
  /** Clients of today send `device`, and can ask for a proof. */
  deleteMember: { input: v.object({ device }), output: v.object({ id: v.string() }) },
  updateMemberAuth: {
    input: v.object({
      email: v.optional(email),
      oldPassword: v.optional(currentPassword),
      newPassword: v.optional(newPassword),
      device,
    }),
    output: member,
  },
  cancelEmailChange: { input: v.object({}), output: v.object({ success: v.literal(true) }) },
  setPassword: { input: v.object({ password: newPassword }), output: member },
  getMemberJson: { input: v.object({}), output: v.record(v.string(), v.unknown()) },
  updateMemberJson: { input: v.object({ json }), output: v.record(v.string(), v.unknown()) },
  updateProfileImage: {
    input: v.object({
      profileImage: v.pipe(
        v.file('invalid-field-type'),
        // Browsers send an empty file if none was chosen.
        v.minSize(1, 'required-field-missing'),
        v.maxSize(PROFILE_IMAGE_MAX_BYTES, 'file-size-too-large'),
      ),
    }),
    output: v.object({ profileImage: v.string() }),
  },
  deleteProfileImage: { input: v.object({}), output: v.object({ profileImage: v.null() }) },
  createMemberTicket: {
    input: v.object({
      /** The page that gets the ticket: https, on a live domain of the app, without a query. */
      returnUrl: v.optional(
        v.pipe(v.string('invalid-field-type'), v.maxLength(PATH_MAX_CHARS, 'field-limit-exceeded')),
      ),
    }),
    /** `expires` in epoch milliseconds. */
    output: v.object({ ticket: v.string(), expires: v.number() }),
  },
  logout: { input: v.object({}), output: v.object({ redirect: v.nullable(v.string()) }) },
} satisfies SchemasFor<typeof memberEndpoints>
