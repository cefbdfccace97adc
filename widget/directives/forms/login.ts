import { goOnAsTold } from '../social/go-on-as-told'
import { clearFields } from './clear-fields'
import { mountForm } from './submit-form'

/** `data-ms-form="login"` */
export const loginForm = mountForm((form, context) => async (fields) => {
  try {
    const { data, message } = await context.client.loginMemberEmailPassword(
      { email: fields.credential('email'), password: fields.credential('password') },
      { includeContentGroups: true },
    )
    clearFields(form, 'password')
    return { message, redirect: data.redirect }
  } catch (refusal) {
    return goOnAsTold(form, context, refusal)
  }
})
