import type { CustomFieldValue, Member } from '../../../contract/entities'
import {
  type Field,
  formValue,
  groupOf,
  isReserved,
  isShowing,
  isTickable,
  keyOf,
  originalState,
  restoreState,
  showValue,
  stateOf,
} from './field'

/** Fills fields with a member's values and never overwrites input. */
export interface PrefilledFields {
  /**
   * Shows a value in a field and its group, unless someone changed one of them. Values of another member are always
   * replaced.
   * @param value undefined or null restores the original
   */
  fill(field: Field, member: Member, value: CustomFieldValue | undefined): void
  /**
   * Restores the original of a prefilled field.
   * @param force even after changes by the member, or if nothing was stored
   */
  empty(field: Field, force?: boolean): void
  /**
   * Empties a prefilled field, without events, before the page goes into the back/forward cache: the browser would show
   * it to the next visitor.
   */
  suspend(field: Field): void
  /** Refills it, without events, if a page from the back/forward cache still shows the same member. */
  resume(field: Field, member: Member): void
  /** Whether a field is prefilled and unchanged. */
  holds(field: Field): boolean
  /**
   * Call it before saving these fields, and the result afterwards: saved fields are then prefilled, unless they changed
   * in between.
   */
  beforeSave(fields: readonly Field[], member: Member): (wasSaved: (field: Field) => boolean) => void
}

export function createPrefilledFields(): PrefilledFields {
  const state = createAutofillState()

  function empty(field: Field, force = false): void {
    if (!state.isOurs(field, force)) return
    state.forget(field)
    change([field], restoreState)
  }

  return {
    fill(field, { id }, value) {
      // Each field of a group processes the whole group.
      if (state.isDone(field, { memberId: id, value })) return
      const group = groupOf(field)
      if (value === undefined || value === null) {
        if (group.some((one) => state.isTouched(one, id))) return
        for (const one of group) {
          empty(one, true)
          state.offer(one, id)
        }
      } else {
        if (group.some((one) => state.isTouched(one, id) && !isShowing(one, value))) return
        change(group, (one) => isShowing(one, value) || showValue(one, value))
        for (const one of group) state.record(one, { memberId: id, value })
      }
    },
    empty,
    suspend(field) {
      const filled = state.get(field)
      const group = groupOf(field)
      if (!filled || !group.every(state.holds)) return
      group.forEach(restoreState)
      for (const one of group) state.record(one, filled)
    },
    resume(field, { id }) {
      const filled = state.get(field)
      const group = groupOf(field)
      if (filled?.value === undefined || filled.memberId !== id || !group.every(state.holds)) return
      for (const one of group) showValue(one, filled.value)
      for (const one of group) state.record(one, filled)
    },
    holds: state.holds,
    beforeSave(fields, { id }) {
      const states = fields.map(stateOf)
      return (wasSaved) =>
        fields.forEach((field, index) => {
          if (stateOf(field) === states[index] && wasSaved(field))
            state.record(field, { memberId: id, value: undefined })
        })
    },
  }
}

/** The page's scripts get the same events as for user input. */
function change(fields: readonly Field[], apply: (field: Field) => void): void {
  const before = fields.map(stateOf)
  fields.forEach(apply)
  for (const field of fields.filter((one, index) => stateOf(one) !== before[index])) {
    // In a group of radio buttons, only the selected one sends events.
    if (field.type === 'radio' && stateOf(field) === 'false') continue
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

interface FilledValue {
  memberId: string
  value: CustomFieldValue | undefined
}

/** Which fields were filled, with which value, and for whom. */
function createAutofillState() {
  const filledFields = new WeakMap<Field, FilledValue & { state: string }>()
  const offered = new WeakMap<Field, string>()
  const everFilled = new Set<string>()
  const holds = (field: Field): boolean => filledFields.get(field)?.state === stateOf(field)
  /** A copied page or slide contains the filled values of the original. */
  const isCopy = (field: Field): boolean => !isTickable(field) && everFilled.has(stateOf(field))
  return {
    get: (field: Field) => filledFields.get(field),
    /** Records that the field shows the member's stored value. */
    record(field: Field, { memberId, value }: FilledValue): void {
      const state = stateOf(field)
      filledFields.set(field, { state, memberId, value })
      if (!isTickable(field)) everFilled.add(state)
    },
    /** A member without a stored value gets the original field. Its content is theirs from now on. */
    offer: (field: Field, memberId: string): void => void offered.set(field, memberId),
    forget(field: Field): void {
      filledFields.delete(field)
      offered.delete(field)
    },
    /** Whether it is filled and unchanged. */
    holds,
    /** Whether it already shows exactly this. */
    isDone(field: Field, { memberId, value }: FilledValue): boolean {
      const filled = filledFields.get(field)
      if (value === undefined || value === null) return !filled && offered.get(field) === memberId
      return filled?.memberId === memberId && filled.value === value && holds(field) && isShowing(field, value)
    },
    /** Whether the widget may remove its content. @param force even after changes by the member */
    isOurs(field: Field, force: boolean): boolean {
      if (filledFields.has(field)) return force || holds(field)
      return (force && offered.has(field)) || isCopy(field)
    },
    /** Whether someone changed it since it was filled for this member, or before. */
    isTouched(field: Field, memberId: string): boolean {
      const filled = filledFields.get(field)
      if (filled) return filled.memberId === memberId && filled.state !== stateOf(field)
      const isTheirs = (offered.get(field) ?? memberId) === memberId
      return isTheirs && stateOf(field) !== originalState(field) && !isCopy(field)
    },
  }
}

/** Fills a field with a member's stored value, if allowed. */
export function fillFromMember(prefilled: PrefilledFields, field: Field, member: Member): void {
  if (isFillable(field)) prefilled.fill(field, member, storedValue(member, keyOf(field)))
}

/**
 * Fields for new input and secrets are not filled. A hidden field of a saving form keeps the author's value. An empty
 * one gets the member's: scripts of the page read and change it, and saving it empty would delete what is stored.
 */
export function isFillable(field: Field): boolean {
  if (field.type === 'file' || field.type === 'password') return false
  const kind = formValue(field)
  const isKept = field.type === 'hidden' && originalState(field) !== ''
  return kind === undefined || ((kind === 'profile' || kind === 'email') && !isKept)
}

/** Undefined for a value never stored. The sign-up date is formatted for a date field. */
export function storedValue(member: Member, key: string): CustomFieldValue | undefined {
  if (key === 'email') return member.auth.email
  if (key === 'id') return member.id
  if (key === 'signup-date') return member.createdAt.slice(0, 10)
  return !isReserved(key) && Object.hasOwn(member.customFields, key) ? member.customFields[key] : undefined
}
