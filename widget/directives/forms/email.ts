import type { FilledFields } from './fields/filled-fields'
import { readFields } from './read-fields'
import { knownMember, SAVED, saveFields } from './save-fields'
import { type FormMount, mountForm } from './submit-form'

/** `data-ms-form="email"`: shows and changes the address. */
export const emailForm = (filled: FilledFields): FormMount =>
  mountForm((form, { client }) => async () => {
    const member = await knownMember(client)
    const email = readFields(form).credential('email').trim()
    if (email === member.auth.email) return { message: SAVED }
    return saveFields(form, filled, member, () => client.updateMemberAuth({ email }))
  })
