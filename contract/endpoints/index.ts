import { appEndpoints } from './app'
import { assessmentEndpoints } from './assessments'
import { authEndpoints } from './auth'
import { captchaEndpoints } from './captcha'
import { contentEndpoints } from './content'
import { inboxEndpoints } from './inbox'
import { memberEndpoints } from './member'
import { planEndpoints } from './plans'
import { tagPurchaseEndpoints } from './tag-purchases'
import { tagProfileEndpoints } from './tag-profiles'
import { tagEndpoints } from './tags'
import { teamEndpoints } from './teams'
import { trackingEndpoints } from './tracking'
import { workSampleEndpoints } from './work-samples'

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
  ...tagPurchaseEndpoints,
  ...tagEndpoints,
  ...tagProfileEndpoints,
  ...teamEndpoints,
  ...trackingEndpoints,
  ...workSampleEndpoints,
}

export type EndpointName = keyof typeof endpoints
