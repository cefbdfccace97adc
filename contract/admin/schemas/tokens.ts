import * as v from 'valibot'
import type { adminTokenEndpoints } from '../endpoints/tokens'
import type { SchemasFor } from '../../schemas/schema'

const verifiedToken = {
  input: v.object({ token: v.pipe(v.string('invalid-field-type'), v.nonEmpty('required-field-missing')) }),
  output: v.object({
    /** ID of the member. */
    id: v.string(),
    type: v.literal('member'),
    /** Start and end of the session, in seconds. */
    iat: v.number(),
    exp: v.number(),
    /** ID of the app. */
    aud: v.string(),
    /** URL of this API. */
    iss: v.string(),
  }),
}

export const adminTokenSchemas = {
  verifyToken: verifiedToken,
  verifyMemberToken: verifiedToken,
} satisfies SchemasFor<typeof adminTokenEndpoints>
