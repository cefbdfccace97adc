import type { MembershipClient } from '../public'
import type { ClientContext } from './context'

/** Hosted content: what the server gives only to those who may see it. */
export const contentMethods = ({ call }: ClientContext): Pick<MembershipClient, 'getSecureContent'> => ({
  getSecureContent: async (params, options) => call('getSecureContent', { ...params }, options),
})
