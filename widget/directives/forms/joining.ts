import { PLANS_PER_SIGNUP_MAX } from '../../../contract/limits'
import type { SignupParams } from '../../public'
import { choiceOf } from '../plans/choice'
import { plansToJoin } from '../plans/after-joining'
import type { FormFields } from './read-fields'

/**
 * What both ways of signing up send besides the proof of the address: the custom fields, and the free plans of the form
 * and of an earlier choice.
 */
export function joining(
  form: HTMLFormElement,
  window: Window,
  { customFields }: FormFields,
): Pick<SignupParams, 'customFields' | 'plans'> {
  const plans = plansToJoin(window, choiceOf(form)).slice(0, PLANS_PER_SIGNUP_MAX)
  return {
    ...(Object.keys(customFields).length > 0 ? { customFields } : {}),
    ...(plans.length > 0 ? { plans: plans.map((planId) => ({ planId })) } : {}),
  }
}
