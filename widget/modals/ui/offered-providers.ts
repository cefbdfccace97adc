import type { App, AuthProvider } from '../../../contract/entities'

/** The providers that the app offers, in its order. */
export const offeredProviders = ({ authProviders }: App): AuthProvider[] =>
  authProviders.toSorted((one, other) => one.order - other.order)

/** As people know it. */
export const nameOf = ({ name, provider }: Pick<AuthProvider, 'name' | 'provider'>): string => name || provider
