import type { ResetRequest } from './reset-request'
import { type FormMount, mountForm } from './submit-form'

/** `data-ms-form="forgot-password"`: has a code mailed. */
export const forgotPasswordForm = (request: ResetRequest): FormMount =>
  mountForm((_form, { client }) => async (fields) => {
    const email = fields.credential('email')
    const answer = await client.sendMemberResetPasswordEmail({ email })
    request.email = email
    return { message: answer.message ?? answer.data }
  })
