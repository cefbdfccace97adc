import { unclobbered } from '../../lib/dom'
import { $member } from '../../stores/identity'
import type { MountContext } from '../directive'
import { clearFields } from './clear-fields'
import { confirmedPassword } from './confirmed-password'
import { type Field, fieldsOf, keyOf } from './fields/field'
import { knownMember, SAVED } from './save-fields'
import { mountForm } from './submit-form'

/** `data-ms-form="password"`: changes the password, or sets a first one. */
export const passwordForm = mountForm((form, context) => {
  const { client } = context
  requireCurrentPassword(form, context)
  return async (fields) => {
    const newPassword = confirmedPassword(fields, 'new-password')
    const { auth } = await knownMember(client)
    const oldPassword = fields.credential('current-password')
    const { message } = auth.hasPassword
      ? await client.updateMemberAuth({ oldPassword, newPassword })
      : await client.setPassword({ password: newPassword })
    clearFields(form, 'current-password', 'new-password', 'confirm-password')
    return { message: message ?? SAVED }
  }
})

/** Whoever has no password yet cannot fill in the current one: then it is not required, whatever the page says. */
function requireCurrentPassword(form: HTMLFormElement, { signal }: MountContext): void {
  const relaxed = new Set<Field>()
  const relax = (): void => {
    for (const field of fieldsOf(form)) {
      if (keyOf(field) !== 'current-password' || !field.required) continue
      field.required = false
      relaxed.add(field)
    }
  }
  const restore = (): void => {
    for (const field of relaxed) field.required = true
    relaxed.clear()
  }
  const follow = (): void => ($member.get()?.auth.hasPassword === false ? relax() : restore())
  const stop = $member.listen(follow)
  // Fields that came after the form are there by the time somebody goes to one.
  unclobbered(form).addEventListener('focusin', follow, { signal })
  signal.addEventListener('abort', () => {
    stop()
    restore()
  })
  follow()
}
