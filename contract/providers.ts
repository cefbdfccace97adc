/** The built-in providers (seed 001 sections 2 and 8), in the order of the inspector's notices. */
export const socialProviders = [
  { key: 'facebook', name: 'Facebook' },
  { key: 'google', name: 'Google' },
  { key: 'linkedin', name: 'LinkedIn' },
  { key: 'spotify', name: 'Spotify' },
  { key: 'dribbble', name: 'Dribbble' },
  { key: 'github', name: 'GitHub' },
] as const satisfies readonly { key: string; name: string }[]

export type SocialProviderKey = (typeof socialProviders)[number]['key']

/** The purpose of a provider window: the last part of the hosted page's path (seed 001 section 7). `prove` is ours. */
export const providerFlows = ['signup', 'login', 'connect', 'prove'] as const
export type ProviderFlow = (typeof providerFlows)[number]

/** Base path of the hosted provider pages. */
export const AUTH_PROVIDER_PATH = '/auth-provider'
