import type { HostileRequest } from './hostile-request'
import { ownerRequests } from './requests-of-owners'
import { requestsOfFindings } from './requests-of-findings'
import { requestsOnBodies } from './requests-on-bodies'
import { requestsOnFeatures } from './requests-on-features'
import { requestsOnFiles } from './requests-on-files'
import { requestsOnLimits } from './requests-on-limits'
import { requestsOnRecords } from './requests-on-records'
import { requestsOnUploads } from './requests-on-uploads'

/** Every request of `npm run bench -- hostile`. */
export const hostileRequests: readonly HostileRequest[] = [
  // First: one of them is for a server that has just started.
  ...requestsOnLimits,
  ...requestsOfFindings,
  ...requestsOnRecords,
  ...requestsOnBodies,
  ...requestsOnFeatures,
  ...requestsOnFiles,
  ...requestsOnUploads,
  ...ownerRequests,
]
