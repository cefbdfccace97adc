import { unclobbered } from '../../lib/dom'
import { type Field, isField, isReserved, keyOf } from './fields/field'

/**
 * Names the first field of a form that the browser would not send, where a provider takes the place of address and
 * password: those are not asked for.
 * @returns whether there is one
 */
export function reportInvalid(form: HTMLFormElement): boolean {
  const own = unclobbered(form)
  // Its author wants no checks, as the browser would make none.
  if (own.noValidate) return false
  const wrong = [...own.elements].filter(isField).find((field) => field.willValidate && !isValid(field))
  wrong?.reportValidity()
  return wrong !== undefined
}

const isValid = (field: Field): boolean => field.validity.valid || isProof(field)

/** A second address or password, to be compared, may have no key. */
const isProof = (field: Field): boolean =>
  isReserved(keyOf(field)) || field.type === 'password' || (field.type === 'email' && keyOf(field) === '')
