import { appEndpoints } from './app'
import { assessmentEndpoints } from './assessments'
import { authEndpoints } from './auth'
import { captchaEndpoints } from './captcha'
import { contentEndpoints } from './content'
import { inboxEndpoints } from './inbox'
import { memberEndpoints } from './member'
import { planEndpoints } from './plans'
import { teamEndpoints } from './teams'
import { trackingEndpoints } from './tracking'

/** Every route of the client API, by name. */
export const endpoints = {
  ...appEndpoints,
  ...assessmentEndpoints,
  ...authEndpoints,
  ...captchaEndpoints,
  ...contentEndpoints,
  ...inboxEndpoints,
  ...memberEndpoints,
  ...planEndpoints,
  ...teamEndpoints,
  ...trackingEndpoints,
}

export type EndpointName = keyof typeof endpoints
