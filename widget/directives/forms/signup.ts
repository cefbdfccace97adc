import { PLAN_ID_PREFIX } from '../../../contract/limits'
import { attributes } from '../../attributes'
import { unshadowed } from '../../lib/unshadowed'
import { clearFields } from './clear-fields'
import { formCaptcha } from './form-captcha'
import { formDirective } from './submit-form'

/** `data-ms-form="signup"`: makes a member of the visitor, with the custom fields and free plans of the form. */
export const signupForm = formDirective('signup', (form, context) => {
  const captcha = formCaptcha(form, context)
  return async (fields) => {
    const plans = freePlans(form)
    const { customFields } = fields
    const captchaToken = await captcha.obtain()
    const params = {
      email: fields.credential('email'),
      password: fields.credential('password'),
      ...(Object.keys(customFields).length > 0 ? { customFields } : {}),
      ...(plans.length > 0 ? { plans } : {}),
      ...(captchaToken === undefined ? {} : { captchaToken }),
    }
    try {
      const { data, message } = await context.client.signupMemberEmailPassword(params, { includeContentGroups: true })
      clearFields(form, 'password')
      return { message, redirect: data.redirect }
    } catch (error) {
      captcha.reset()
      throw error
    }
  }
})

const freePlans = (form: HTMLFormElement): { planId: string }[] =>
  (unshadowed(form).getAttribute(attributes.planAdd) ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id.startsWith(PLAN_ID_PREFIX))
    .map((planId) => ({ planId }))
