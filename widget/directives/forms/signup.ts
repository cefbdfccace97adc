import { PLAN_ID_PREFIX } from '../../../contract/limits'
import { attributes } from '../../attributes'
import { unshadowed } from '../../lib/unshadowed'
import { clearFields } from './clear-fields'
import { formDirective } from './submit-form'

/** `data-ms-form="signup"`: makes a member of the visitor, with the custom fields and free plans of the form. */
export const signupForm = formDirective('signup', async (fields, form, { client }) => {
  const plans = freePlans(form)
  const { customFields } = fields
  const { data, message } = await client.signupMemberEmailPassword(
    {
      email: fields.credential('email'),
      password: fields.credential('password'),
      ...(Object.keys(customFields).length > 0 ? { customFields } : {}),
      ...(plans.length > 0 ? { plans } : {}),
    },
    { includeContentGroups: true },
  )
  clearFields(form, 'password')
  return { message, redirect: data.redirect }
})

const freePlans = (form: HTMLFormElement): { planId: string }[] =>
  (unshadowed(form).getAttribute(attributes.planAdd) ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id.startsWith(PLAN_ID_PREFIX))
    .map((planId) => ({ planId }))
