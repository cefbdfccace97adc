import { appEndpoints } from './app'
import { authEndpoints } from './auth'
import { memberEndpoints } from './member'
import { trackingEndpoints } from './tracking'

/** Every route of the client API, by name. */
export const endpoints = { ...appEndpoints, ...authEndpoints, ...memberEndpoints, ...trackingEndpoints }

export type EndpointName = keyof typeof endpoints
