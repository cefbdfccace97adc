import type { Directive } from '../directive'
import { clearFields } from './clear-fields'
import type { ResetRequest } from './reset-request'
import { formDirective } from './submit-form'

/** Seed 001 section 4. */
const DONE = 'Your password has been reset. Please login.'

/** `data-ms-form="reset-password"`: the mailed code and a new password. */
export const resetPasswordForm = (request: ResetRequest): Directive =>
  formDirective('reset-password', (form, { client }) => async (fields) => {
    const email = fields.credential('email') || request.email
    const { message } = await client.resetMemberPassword({
      token: fields.credential('token').trim(),
      newPassword: fields.credential('password'),
      ...(email ? { email } : {}),
    })
    request.email = ''
    clearFields(form, 'password', 'token')
    return { message: message ?? DONE }
  })
