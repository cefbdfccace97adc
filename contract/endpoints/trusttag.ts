import { assessmentEndpoints } from './assessments'
import { inboxEndpoints } from './inbox'
import { tagProfileEndpoints } from './tag-profiles'
import { tagPurchaseEndpoints } from './tag-purchases'
import { tagEndpoints } from './tags'
import { workSampleEndpoints } from './work-samples'

/** Additional routes for the TrustTag site. */
export const trustTagEndpoints = {
  ...assessmentEndpoints,
  ...inboxEndpoints,
  ...tagPurchaseEndpoints,
  ...tagEndpoints,
  ...tagProfileEndpoints,
  ...workSampleEndpoints,
}
