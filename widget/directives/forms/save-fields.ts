import { loginRequired } from '../../../contract/browser-errors'
import type { Member, MembershipClient } from '../../public'
import { $member } from '../../stores/identity'
import { waitUntilReady } from '../../stores/app'
import { fieldsOf, keyOf } from './fields/field'
import { fillFromMember, isFillable, storedValue } from './fields/fill-from-member'
import type { FilledFields } from './fields/filled-fields'
import type { Sent } from './send-form'

/** What the server says too: nobody need know whether there was anything to change. */
export const SAVED = 'Your changes have been saved.'

/**
 * The member whose data a form is to change. Fields are filled in by the time this resolves, so that nothing stored
 * is overwritten by a form that was sent before it was known.
 * @throws `login-required` for a visitor, what the server refuses with
 */
export async function knownMember(client: MembershipClient): Promise<Member> {
  await waitUntilReady()
  if ($member.get() === undefined) await client.getCurrentMember()
  const member = $member.get()
  if (!member) throw loginRequired
  return member
}

/** Saves; what stands in the form then counts as the member's, and follows what the server made of it. */
export async function saveFields(
  form: HTMLFormElement,
  filled: FilledFields,
  member: Member,
  save: () => Promise<Sent>,
): Promise<Sent> {
  const fields = fieldsOf(form).filter(isFillable)
  const settle = filled.remember(fields, member)
  const { message } = await save()
  const now = $member.get()
  if (now?.id === member.id) {
    // What the app has no field for is still there to be copied.
    settle((field) => storedValue(now, keyOf(field)) !== undefined)
    for (const field of fields) fillFromMember(filled, field, now)
  }
  return { message: message ?? SAVED }
}
