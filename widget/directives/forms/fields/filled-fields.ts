import type { CustomFieldValue, Member } from '../../../../contract/entities'
import { type Field, groupOf } from './field'
import { isShowing, restoreState, showValue, stateOf } from './field-state'
import { createFillings } from './fillings'

/** What we put into the fields of a page, so that what a person makes of it is never overwritten. */
export interface FilledFields {
  /**
   * Shows a value in a field and in those it forms a group with, unless somebody changed one of them since it was
   * filled, or before. What was filled for another member gives way in any case.
   * @param value undefined or null puts back what the author wrote
   */
  fill(field: Field, member: Member, value: CustomFieldValue | undefined): void
  /**
   * Puts back what the author wrote where we filled something in.
   * @param force also where a member changed it since, or wrote where nothing was stored
   */
  empty(field: Field, force?: boolean): void
  /**
   * Takes out what we filled in, unheard, while the page is away: a browser keeps what fields hold, and would show it to
   * whoever comes back to the page.
   */
  putAside(field: Field): void
  /** Puts that back, unheard, where the page itself was kept and still shows the same member. */
  takeUp(field: Field, member: Member): void
  /** Whether a field holds what we filled in, and nobody changed it. */
  holds(field: Field): boolean
  /**
   * To be called before these fields are saved; what it returns, afterwards, for those that were: what stands there then
   * counts as filled in, unless it was changed meanwhile.
   */
  remember(fields: readonly Field[], member: Member): (wasSaved: (field: Field) => boolean) => void
}

export function createFilledFields(): FilledFields {
  const fillings = createFillings()

  function empty(field: Field, force = false): void {
    const filling = fillings.get(field)
    const isOurs = filling
      ? force || fillings.holds(field)
      : (force && fillings.isOffered(field)) || fillings.isCopy(field)
    if (!isOurs) return
    fillings.forget(field)
    change([field], restoreState)
  }

  return {
    fill(field, { id }, value) {
      // Each field of a group asks for the whole of it, and one of them has done it.
      if (fillings.isDone(field, { memberId: id, value })) return
      const group = groupOf(field)
      if (value === undefined || value === null) {
        if (group.some((one) => fillings.isTouched(one, id))) return
        for (const one of group) {
          empty(one, true)
          fillings.offer(one, id)
        }
      } else {
        if (group.some((one) => fillings.isTouched(one, id) && !isShowing(one, value))) return
        change(group, (one) => isShowing(one, value) || showValue(one, value))
        for (const one of group) fillings.note(one, { memberId: id, value })
      }
    },
    empty,
    putAside(field) {
      const filling = fillings.get(field)
      const group = groupOf(field)
      if (!filling || !group.every(fillings.holds)) return
      group.forEach(restoreState)
      for (const one of group) fillings.note(one, filling)
    },
    takeUp(field, { id }) {
      const filling = fillings.get(field)
      const group = groupOf(field)
      if (filling?.value === undefined || filling.memberId !== id || !group.every(fillings.holds)) return
      for (const one of group) showValue(one, filling.value)
      for (const one of group) fillings.note(one, filling)
    },
    holds: fillings.holds,
    remember(fields, { id }) {
      const states = fields.map(stateOf)
      return (wasSaved) =>
        fields.forEach((field, index) => {
          if (stateOf(field) === states[index] && wasSaved(field))
            fillings.note(field, { memberId: id, value: undefined })
        })
    },
  }
}

/** Scripts of the page that follow a field by its events hear of the change as if a person had made it. */
function change(fields: readonly Field[], apply: (field: Field) => void): void {
  const before = fields.map(stateOf)
  fields.forEach(apply)
  for (const field of fields.filter((one, index) => stateOf(one) !== before[index])) {
    // Of a group of radio buttons only the one that is chosen speaks.
    if (field.type === 'radio' && stateOf(field) === 'false') continue
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }
}
