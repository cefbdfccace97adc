import { $app } from '../../stores/app'
import { $member } from '../../stores/identity'
import type { Mount } from '../directive'
import { isField, keyOf } from '../forms/fields/field'
import { createFieldAdvice } from '../forms/fields/field-advice'
import { fillFromMember } from '../forms/fields/fill-from-member'
import type { FilledFields } from '../forms/fields/filled-fields'

/** `data-ms-member` on a field: holds the member's value until somebody changes it. */
export function memberField(filled: FilledFields): Mount {
  const advise = createFieldAdvice()
  return (field, { document, window, signal }) => {
    if (!isField(field) || keyOf(field) === '') return undefined
    const follow = (): void => {
      const member = $member.get()
      if (member) fillFromMember(filled, field, member)
      else if (member === null) filled.empty(field)
    }
    const takeUp = ({ persisted }: PageTransitionEvent): void => {
      const member = $member.get()
      if (persisted && member) filled.takeUp(field, member)
    }
    const check = (): void => advise(field, $app.get())
    const stops = [$member.listen(follow), $app.listen(check)]
    // Options that the parser has still to add.
    if (document.readyState === 'loading') document.addEventListener('readystatechange', follow, { signal })
    // A draft outlives a session that ended by itself, but not the person's own leaving.
    document.addEventListener('memberstack.logout', () => filled.empty(field, true), { signal })
    window.addEventListener('pagehide', () => filled.putAside(field), { signal })
    window.addEventListener('pageshow', takeUp, { signal })
    follow()
    check()
    return () => {
      for (const stop of stops) stop()
      if (field.isConnected) filled.empty(field)
    }
  }
}
