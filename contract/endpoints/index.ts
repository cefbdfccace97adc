import { appEndpoints } from './app'
import { authEndpoints } from './auth'
import { captchaEndpoints } from './captcha'
import { memberEndpoints } from './member'
import { trackingEndpoints } from './tracking'

/** Every route of the client API, by name. */
export const endpoints = {
  ...appEndpoints,
  ...authEndpoints,
  ...captchaEndpoints,
  ...memberEndpoints,
  ...trackingEndpoints,
}

export type EndpointName = keyof typeof endpoints
