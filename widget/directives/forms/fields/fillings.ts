import type { CustomFieldValue } from '../../../../contract/entities'
import { type Field, isTickable } from './field'
import { authoredState, isShowing, stateOf } from './field-state'

/** What was to be shown, and for whom. */
export interface Source {
  memberId: string
  value: CustomFieldValue | undefined
}

interface Filling extends Source {
  /** What the field made of it. */
  state: string
}

export interface Fillings {
  get(field: Field): Filling | undefined
  /** Notes that a field, as it stands now, holds what a member has stored. */
  note(field: Field, source: Source): void
  /** Notes that a member found it as its author wrote it, for want of anything stored: what is in it then is theirs. */
  offer(field: Field, memberId: string): void
  isOffered(field: Field): boolean
  forget(field: Field): void
  /** Whether it holds what was filled in, and nobody changed it. */
  holds(this: void, field: Field): boolean
  /** Whether it holds just this already. */
  isDone(field: Field, source: Source): boolean
  /** A copy of a page or slide brings along what was filled into the original. */
  isCopy(field: Field): boolean
  /** Whether somebody changed it since it was filled for this member, or before. */
  isTouched(field: Field, memberId: string): boolean
}

/** What is known of the fields of a page that were filled in. */
export function createFillings(): Fillings {
  const fillings = new WeakMap<Field, Filling>()
  const offered = new WeakMap<Field, string>()
  const everFilled = new Set<string>()
  const holds = (field: Field): boolean => fillings.get(field)?.state === stateOf(field)
  const isCopy = (field: Field): boolean => !isTickable(field) && everFilled.has(stateOf(field))
  return {
    get: (field) => fillings.get(field),
    note(field, { memberId, value }) {
      const state = stateOf(field)
      fillings.set(field, { state, memberId, value })
      if (!isTickable(field)) everFilled.add(state)
    },
    offer: (field, memberId) => void offered.set(field, memberId),
    isOffered: (field) => offered.has(field),
    forget(field) {
      fillings.delete(field)
      offered.delete(field)
    },
    holds,
    isDone(field, { memberId, value }) {
      const filling = fillings.get(field)
      if (value === undefined || value === null) return !filling && offered.get(field) === memberId
      return filling?.memberId === memberId && filling.value === value && holds(field) && isShowing(field, value)
    },
    isCopy,
    isTouched(field, memberId) {
      const filling = fillings.get(field)
      if (filling) return filling.memberId === memberId && filling.state !== stateOf(field)
      const isTheirs = (offered.get(field) ?? memberId) === memberId
      return isTheirs && stateOf(field) !== authoredState(field) && !isCopy(field)
    },
  }
}
