import type { MembershipEndpointName } from '../../contract/endpoints/membership'
import type { Answer, Call } from '../../contract/schemas'
import type { CallEndpoint, CallOptions } from '../transport/call'

/**
 * Makes methods that hand on what they are given: copied, not taken apart, for what a page's script leaves out is the
 * server's to name.
 */
export const passOn =
  (call: CallEndpoint) =>
  <K extends MembershipEndpointName>(name: K) =>
  async (params: Call<K>, options?: CallOptions): Promise<Answer<K>> =>
    call<K>(name, { ...params }, options)
