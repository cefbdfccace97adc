import type { HostileRequest } from './hostile-request'
import { ownerRequests } from './requests-of-owners'
import { requestsOfFindings } from './requests-of-findings'
import { requestsOnBodies } from './requests-on-bodies'
import { requestsOnFeatures } from './requests-on-features'
import { requestsOnFiles } from './requests-on-files'
import { requestsOnRecords } from './requests-on-records'

/** Every request of `npm run bench -- hostile`. */
export const hostileRequests: readonly HostileRequest[] = [
  ...requestsOfFindings,
  ...requestsOnRecords,
  ...requestsOnBodies,
  ...requestsOnFeatures,
  ...requestsOnFiles,
  ...ownerRequests,
]
