import { loginRequired } from '../../../contract/browser-errors'
import type { CustomFieldValue } from '../../../contract/entities'
import { unclobbered } from '../../lib/dom'
import type { Member, MembershipClient } from '../../public'
import { waitUntilReady } from '../../stores/app'
import { $member } from '../../stores/identity'
import type { MountContext } from '../directive'
import { clearFields, type Field, fieldsOf, keyOf } from './field'
import { type FormMount, mountForm } from './mount-form'
import { fillFromMember, isFillable, type PrefilledFields, storedValue } from './prefilled-fields'
import { confirmedPassword, readFields } from './read-fields'
import type { Sent } from './send-form'
import { pageText } from '../../stores/texts'

/** `data-ms-form="profile"`: shows and saves the custom fields. Unchanged ones are not sent. */
export const profileForm = (prefilled: PrefilledFields): FormMount =>
  mountForm((form, { client }) => async () => {
    const member = await knownMember(client)
    // A select without the stored option shows another one. That is not a change.
    const touched = new Set(
      fieldsOf(form)
        .filter((field) => !prefilled.holds(field))
        .map(keyOf),
    )
    const changes = Object.entries(readFields(form).customFields).filter(
      ([key, value]) => touched.has(key) && asText(value) !== asText(storedValue(member, key)),
    )
    if (changes.length === 0) return { message: pageText('changes_saved_message') }
    const save = () => client.updateMember({ customFields: Object.fromEntries(changes) })
    return saveFields(form, prefilled, member, save)
  })

/** An unchecked box and a value never stored look the same to a person. */
const asText = (value: CustomFieldValue | undefined): string => String(value || (value === 0 ? 0 : ''))

/** `data-ms-form="email"`: shows and changes the email. */
export const emailForm = (prefilled: PrefilledFields): FormMount =>
  mountForm((form, { client }) => async () => {
    const member = await knownMember(client)
    const email = readFields(form).credential('email').trim()
    if (email === member.auth.email) return { message: pageText('changes_saved_message') }
    const sent = await saveFields(form, prefilled, member, () => client.updateMemberAuth({ email }))
    return { ...sent, isPending: $member.get()?.auth.email !== email }
  })

/**
 * The member whose data a form changes. Resolves after the fields are filled, so that an early submit overwrites
 * nothing.
 * @throws `login-required` for a visitor, or the server's error
 */
async function knownMember(client: MembershipClient): Promise<Member> {
  await waitUntilReady()
  if ($member.get() === undefined) await client.getCurrentMember()
  const member = $member.get()
  if (!member) throw loginRequired
  return member
}

/** Saves. The fields are then treated as prefilled and show the stored values. */
async function saveFields(
  form: HTMLFormElement,
  prefilled: PrefilledFields,
  member: Member,
  save: () => Promise<Sent>,
): Promise<Sent> {
  const fields = fieldsOf(form).filter(isFillable)
  const markSaved = prefilled.beforeSave(fields, member)
  const { message } = await save()
  const now = $member.get()
  if (now?.id === member.id) {
    // A value without a custom field was not saved and stays a draft.
    markSaved((field) => storedValue(now, keyOf(field)) !== undefined)
    for (const field of fields) fillFromMember(prefilled, field, now)
  }
  return { message: message ?? pageText('changes_saved_message') }
}

/** `data-ms-form="password"`: changes the password, or sets the first one. */
export const passwordForm = mountForm((form, context) => {
  const { client } = context
  relaxCurrentPassword(form, context)
  return async (fields) => {
    const newPassword = confirmedPassword(fields, 'new-password')
    const { auth } = await knownMember(client)
    const oldPassword = fields.credential('current-password')
    const { message } = auth.hasPassword
      ? await client.updateMemberAuth({ oldPassword, newPassword })
      : await client.setPassword({ password: newPassword })
    clearFields(form, 'current-password', 'new-password', 'confirm-password')
    return { message: message ?? pageText('changes_saved_message') }
  }
})

/** Removes `required` from the current password while the member has none. */
function relaxCurrentPassword(form: HTMLFormElement, { signal }: MountContext): void {
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
  const update = (): void => ($member.get()?.auth.hasPassword === false ? relax() : restore())
  const stop = $member.listen(update)
  // For fields added after the form.
  unclobbered(form).addEventListener('focusin', update, { signal })
  signal.addEventListener('abort', () => {
    stop()
    restore()
  })
  update()
}

/**
 * The email that the page last requested a reset code for, so that a reset form on the same page need not ask again. In
 * memory only.
 */
interface ResetRequest {
  email: string
}

/** `data-ms-form="forgot-password"`: emails a code. */
export const forgotPasswordForm = (request: ResetRequest): FormMount =>
  mountForm((_form, { client }) => async (fields) => {
    const email = fields.credential('email')
    const response = await client.sendMemberResetPasswordEmail({ email })
    request.email = email
    return { message: response.message ?? response.data }
  })

/** `data-ms-form="reset-password"`: the emailed code and a new password. */
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
    return { message: message ?? pageText('password_reset_success') }
  })
