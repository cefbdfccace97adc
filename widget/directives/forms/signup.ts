import { clearFields } from './clear-fields'
import { confirmedPassword } from './confirmed-password'
import { formCaptcha } from './form-captcha'
import { joining } from './joining'
import { mountForm } from './submit-form'

/** `data-ms-form="signup"`: makes a member of the visitor, with the custom fields and free plans of the form. */
export const signupForm = mountForm((form, context) => {
  const captcha = formCaptcha(form, context)
  return async (fields) => {
    const password = confirmedPassword(fields, 'password')
    const captchaToken = await captcha.obtain()
    const params = {
      email: fields.credential('email'),
      password,
      ...joining(form, context.window, fields),
      ...(captchaToken === undefined ? {} : { captchaToken }),
    }
    try {
      const { data, message } = await context.client.signupMemberEmailPassword(params, { includeContentGroups: true })
      clearFields(form, 'password', 'confirm-password')
      return { message, redirect: data.redirect }
    } catch (error) {
      captcha.reset()
      throw error
    }
  }
})
