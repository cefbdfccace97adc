import { captchaEndpoints } from '../../contract/endpoints/captcha'
import { trustTagEndpoints } from '../../contract/endpoints/trusttag'

/** What of the API the site asks itself; everything about accounts goes through the membership script. */
export const siteEndpoints = { ...captchaEndpoints, ...trustTagEndpoints }

export type SiteEndpointName = keyof typeof siteEndpoints
