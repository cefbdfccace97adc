import { clearFields } from './clear-fields'
import { confirmedPassword } from './confirmed-password'
import type { ResetRequest } from './reset-request'
import { type FormMount, mountForm } from './submit-form'

/** Seed 001 section 4. */
const DONE = 'Your password has been reset. Please login.'

/** `data-ms-form="reset-password"`: the mailed code and a new password. */
export const resetPasswordForm = (request: ResetRequest): FormMount =>
  mountForm((form, { client }) => async (fields) => {
    const email = fields.credential('email') || request.email
    const { message } = await client.resetMemberPassword({
      token: fields.credential('token').trim(),
      newPassword: confirmedPassword(fields, 'password'),
      ...(email ? { email } : {}),
    })
    request.email = ''
    clearFields(form, 'password', 'confirm-password', 'token')
    return { message: message ?? DONE }
  })
