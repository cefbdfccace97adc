import { accountHandlers } from '../features/accounts/routes'
import { assessmentHandlers } from '../features/assessments/routes'
import { captchaHandlers } from '../features/captcha/check'
import { commentHandlers } from '../features/comments/routes'
import { dataTableHandlers } from '../features/data-tables/routes'
import { inboxHandlers } from '../features/inbox'
import { paymentHandlers } from '../features/payments/routes'
import { planHandlers } from '../features/plans/routes'
import { profileHandlers } from '../features/profiles/routes'
import { socialHandlers } from '../features/social/routes'
import { tagPurchaseHandlers } from '../features/tag-purchases/routes'
import { tagHandlers } from '../features/tags/routes'
import { visitHandlers } from '../features/visits'
import { workSampleHandlers } from '../features/work-samples/routes'
import type { Handlers } from '../ports/handler'

/** Every endpoint of the contract with its handler. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...planHandlers,
  ...commentHandlers,
  ...dataTableHandlers,
  ...socialHandlers,
  ...inboxHandlers,
  ...captchaHandlers,
  ...visitHandlers,
  ...paymentHandlers,
  ...tagHandlers,
  ...tagPurchaseHandlers,
  ...profileHandlers,
  ...workSampleHandlers,
  ...assessmentHandlers,
}
