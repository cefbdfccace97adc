import * as v from 'valibot'
import type { socialEndpoints } from '../endpoints/social'
import { memberAuth } from '../entities'
import { ID_MAX_CHARS } from '../limits'
import { providerFlows } from '../providers'
import { authOptions, device } from './fields'
import type { SchemasFor } from './schema'

const token = (tooLong: 'provider-session-expired') =>
  v.pipe(v.string('invalid-field-type'), v.trim(), v.nonEmpty('required-field-missing'), v.maxLength(128, tooLong))

const connectedProviders = v.object({ providers: v.array(v.object({ provider: v.string() })) })

export const socialSchemas = {
  disconnectProvider: {
    input: v.object({
      provider: v.pipe(
        v.string('invalid-field-type'),
        v.trim(),
        v.nonEmpty('required-field-missing'),
        v.maxLength(ID_MAX_CHARS, 'provider-not-found'),
      ),
    }),
    output: connectedProviders,
  },
  createConnectTicket: {
    input: v.object({
      /** `prove`: for the window that proves the member by a login with a connected provider. Default: `connect`. */
      purpose: v.optional(v.picklist(['connect', 'prove'], 'invalid-field-value')),
    }),
    /** `expires` in epoch milliseconds. */
    output: v.object({ ticket: v.string(), expires: v.number() }),
  },
  redeemProviderAnswer: {
    input: v.object({
      /** From the URL that the provider flow returned to. */
      answer: token('provider-session-expired'),
      /** Stored by the page when it left; its SHA-256 was sent as `challenge`. */
      verifier: token('provider-session-expired'),
      device,
      options: v.optional(authOptions),
    }),
    output: v.variant('flow', [
      v.object({ flow: v.picklist(['signup', 'login']), auth: memberAuth }),
      v.object({ flow: v.literal(providerFlows[2]), ...connectedProviders.entries }),
    ]),
  },
} satisfies SchemasFor<typeof socialEndpoints>
