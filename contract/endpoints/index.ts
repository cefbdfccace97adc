import { membershipEndpoints } from './membership'
import { trustTagEndpoints } from './trusttag'

/** All routes of the client API, by name. */
export const endpoints = { ...membershipEndpoints, ...trustTagEndpoints }

export type EndpointName = keyof typeof endpoints
