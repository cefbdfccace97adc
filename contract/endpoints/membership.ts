import { appEndpoints } from './app'
import { authEndpoints } from './auth'
import { captchaEndpoints } from './captcha'
import { commentEndpoints } from './comments'
import { contentEndpoints } from './content'
import { dataTableEndpoints } from './data-tables'
import { memberEndpoints } from './member'
import { planEndpoints } from './plans'
import { socialEndpoints } from './social'
import { teamEndpoints } from './teams'
import { trackingEndpoints } from './tracking'

/** The routes that the widget calls: whoever bundles this table carries no others. */
export const membershipEndpoints = {
  ...appEndpoints,
  ...authEndpoints,
  ...captchaEndpoints,
  ...commentEndpoints,
  ...contentEndpoints,
  ...dataTableEndpoints,
  ...memberEndpoints,
  ...planEndpoints,
  ...socialEndpoints,
  ...teamEndpoints,
  ...trackingEndpoints,
}

export type MembershipEndpointName = keyof typeof membershipEndpoints
