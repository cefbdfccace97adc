import type { SocialProviderKey } from '../../../contract/providers'

/** They do not promise that an address was proven, or say that it was not. */
const UNPROVEN: readonly SocialProviderKey[] = ['facebook', 'spotify', 'dribbble']

/** Whether a provider's word that an e-mail address was verified counts for an account here. @param key of the provider */
export const emailCounts = (key: string): boolean => !UNPROVEN.some((one) => one === key)
