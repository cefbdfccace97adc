import { assessmentEndpoints } from '../../contract/endpoints/assessments'
import { captchaEndpoints } from '../../contract/endpoints/captcha'
import { inboxEndpoints } from '../../contract/endpoints/inbox'
import { tagProfileEndpoints } from '../../contract/endpoints/tag-profiles'
import { tagPurchaseEndpoints } from '../../contract/endpoints/tag-purchases'
import { tagEndpoints } from '../../contract/endpoints/tags'
import { workSampleEndpoints } from '../../contract/endpoints/work-samples'

/** What of the API the site asks itself; everything about accounts goes through the membership script. */
export const siteEndpoints = {
  ...assessmentEndpoints,
  ...captchaEndpoints,
  ...inboxEndpoints,
  ...tagProfileEndpoints,
  ...tagPurchaseEndpoints,
  ...tagEndpoints,
  ...workSampleEndpoints,
}

export type SiteEndpointName = keyof typeof siteEndpoints
