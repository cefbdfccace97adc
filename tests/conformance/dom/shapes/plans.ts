import * as v from 'valibot'
import { answered, textOrNone } from './answered'
import { app } from './app'
import { member } from './member'
import { plan } from './plan'

/** `GetPlansPayload`. */
export const plans = answered(v.array(plan))

/** `GetPlanPayload`. */
export const onePlan = answered(plan)

/** `AddPlanPayload`. */
export const addedPlan = answered(v.object({ redirect: textOrNone, member, app }))

/** `RemovePlanPayload`. */
export const removedPlan = answered(v.object({ member }))

/** `PurchasePlansWithCheckoutPayload` and `LaunchStripeCustomerPortalPayload`. */
export const whereToPay = answered(v.object({ url: v.pipe(v.string(), v.url()) }))
