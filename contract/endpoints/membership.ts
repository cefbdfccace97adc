import { appEndpoints } from './app'
import { authEndpoints } from './auth'
import { captchaEndpoints } from './captcha'
import { commentEndpoints } from './comments'
import { contentEndpoints } from './content'
import { dataTableEndpoints } from './data-tables'
import { memberEndpoints } from './member'
import { passkeyEndpoints } from './passkeys'
import { planEndpoints } from './plans'
import { secondFactorEndpoints } from './second-factor'
import { sessionEndpoints } from './sessions'
import { socialEndpoints } from './social'
import { teamEndpoints } from './teams'
import { trackingEndpoints } from './tracking'

/** The routes that the widget calls. Bundles of this table contain no others. */
export const membershipEndpoints = {
  ...appEndpoints,
  ...authEndpoints,
  ...captchaEndpoints,
  ...commentEndpoints,
  ...contentEndpoints,
  ...dataTableEndpoints,
  ...memberEndpoints,
  ...passkeyEndpoints,
  ...planEndpoints,
  ...secondFactorEndpoints,
  ...sessionEndpoints,
  ...socialEndpoints,
  ...teamEndpoints,
  ...trackingEndpoints,
}

export type MembershipEndpointName = keyof typeof membershipEndpoints
