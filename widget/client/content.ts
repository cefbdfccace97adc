import type { MembershipClient } from '../public'
import type { ClientContext } from './context'
import { passOn } from './pass-on'

/** Hosted content: what the server gives only to those who may see it. */
export const contentMethods = ({ call }: ClientContext): Pick<MembershipClient, 'getSecureContent'> => ({
  getSecureContent: passOn(call)('getSecureContent'),
})
