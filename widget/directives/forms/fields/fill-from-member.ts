import type { CustomFieldValue, Member } from '../../../../contract/entities'
import { attributes, attributeValues, type AttributeValue } from '../../../attributes'
import { unclobbered } from '../../../lib/dom'
import { type Field, isReserved, keyOf } from './field'
import type { FilledFields } from './filled-fields'

/** Shows in a field what the member has stored under its key. */
export function fillFromMember(filled: FilledFields, field: Field, member: Member): void {
  if (isFillable(field)) filled.fill(field, member, storedValue(member, keyOf(field)))
}

/**
 * What a person is to give afresh is not filled in, nor is a secret. A hidden field of a form that saves holds what
 * the author wants saved; of any other form it may carry the member's value along.
 */
export function isFillable(field: Field): boolean {
  if (field.type === 'file' || field.type === 'password') return false
  const kind = formValue(field)
  return kind === undefined || ((kind === 'profile' || kind === 'email') && field.type !== 'hidden')
}

/** What the form of a field does; undefined without a form of ours. */
export function formValue({ form }: Field): AttributeValue<'form'> | undefined {
  const kind = form && unclobbered(form).getAttribute(attributes.form)
  return attributeValues.form.find((one) => one === kind)
}

/** As it is stored, undefined where nothing ever was. The day of the sign-up is as a date field takes it. */
export function storedValue(member: Member, key: string): CustomFieldValue | undefined {
  if (key === 'email') return member.auth.email
  if (key === 'id') return member.id
  if (key === 'signup-date') return member.createdAt.slice(0, 10)
  return !isReserved(key) && Object.hasOwn(member.customFields, key) ? member.customFields[key] : undefined
}
