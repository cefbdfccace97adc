import { PLAN_ID_PREFIX } from '../../../contract/limits'
import { attributes } from '../../attributes'
import { unshadowed } from '../../lib/unshadowed'
import type { SignupParams } from '../../public'
import type { FormFields } from './read-fields'

/** What both ways of signing up send besides the proof of the address: the custom fields and the free plans of the form. */
export function joining(
  form: HTMLFormElement,
  { customFields }: FormFields,
): Pick<SignupParams, 'customFields' | 'plans'> {
  const plans = freePlans(form)
  return {
    ...(Object.keys(customFields).length > 0 ? { customFields } : {}),
    ...(plans.length > 0 ? { plans } : {}),
  }
}

const freePlans = (form: HTMLFormElement): { planId: string }[] =>
  (unshadowed(form).getAttribute(attributes.planAdd) ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id.startsWith(PLAN_ID_PREFIX))
    .map((planId) => ({ planId }))
