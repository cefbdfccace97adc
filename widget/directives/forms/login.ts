import { clearFields } from './clear-fields'
import { mountForm } from './submit-form'

/** `data-ms-form="login"` */
export const loginForm = mountForm((form, { client }) => async (fields) => {
  const { data, message } = await client.loginMemberEmailPassword(
    { email: fields.credential('email'), password: fields.credential('password') },
    { includeContentGroups: true },
  )
  clearFields(form, 'password')
  return { message, redirect: data.redirect }
})
