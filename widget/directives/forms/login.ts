import { clearFields } from './clear-fields'
import { formDirective } from './submit-form'

/** `data-ms-form="login"` */
export const loginForm = formDirective('login', (form, { client }) => async (fields) => {
  const { data, message } = await client.loginMemberEmailPassword(
    { email: fields.credential('email'), password: fields.credential('password') },
    { includeContentGroups: true },
  )
  clearFields(form, 'password')
  return { message, redirect: data.redirect }
})
