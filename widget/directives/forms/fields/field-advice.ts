import type { App } from '../../../../contract/entities'
import { attributes } from '../../../attributes'
import { nearestWord } from '../../../lib/input'
import { reportProblem } from '../../../lib/errors'
import { type Field, isReserved, keyOf } from './field'
import { formValue } from './fill-from-member'

/** Tells the builder of a page, in Test Mode and once a key, of fields whose values would be lost. */
export function createFieldAdvice(): (field: Field, app: App | null) => void {
  const said = new Set<string>()
  return (field, app) => {
    if (app?.mode !== 'sandbox') return
    const advice = adviceOn(field, app)
    if (!advice || said.has(advice)) return
    said.add(advice)
    reportProblem('warn', `${attributes.member}="${keyOf(field)}": ${advice}`, field)
  }
}

function adviceOn(field: Field, { customFields }: App): string | undefined {
  const key = keyOf(field)
  const kind = formValue(field)
  if (key === 'email' && kind === 'profile')
    return `A profile form does not save the address. Use a form with ${attributes.form}="email".`
  if (isReserved(key)) return undefined
  const custom = customFields.find((one) => one.key === key)
  if (custom) {
    const isSaved = kind === 'profile' || kind === 'signup' || kind === 'passwordless-signup'
    return custom.restrictToAdmin && isSaved
      ? `Only an admin may write the field "${key}"; what this form holds for it is not saved. Write it by the admin API.`
      : undefined
  }
  const nearest = nearestWord(
    key,
    customFields.map((one) => one.key),
  )
  return `The app has no custom field "${key}"; nothing is saved or filled in.${nearest ? ` Did you mean "${nearest}"?` : ''}`
}
