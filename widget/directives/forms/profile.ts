import type { CustomFieldValue } from '../../../contract/entities'
import { fieldsOf, keyOf } from './fields/field'
import { storedValue } from './fields/fill-from-member'
import type { FilledFields } from './fields/filled-fields'
import { readFields } from './read-fields'
import { knownMember, SAVED, saveFields } from './save-fields'
import { type FormMount, mountForm } from './submit-form'

/** `data-ms-form="profile"`: shows and saves the custom fields. What nobody changed is not sent. */
export const profileForm = (filled: FilledFields): FormMount =>
  mountForm((form, { client }) => async () => {
    const member = await knownMember(client)
    // A select that does not offer what is stored must not be taken for a wish to change it.
    const touched = new Set(
      fieldsOf(form)
        .filter((field) => !filled.holds(field))
        .map(keyOf),
    )
    const changes = Object.entries(readFields(form).customFields).filter(
      ([key, value]) => touched.has(key) && asText(value) !== asText(storedValue(member, key)),
    )
    if (changes.length === 0) return { message: SAVED }
    return saveFields(form, filled, member, () => client.updateMember({ customFields: Object.fromEntries(changes) }))
  })

/** Without a tick and never filled in are the same to a person. */
const asText = (value: CustomFieldValue | undefined): string => String(value || (value === 0 ? 0 : ''))
