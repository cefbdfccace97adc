import type { App } from '../../contract/entities'
import { attributes } from '../attributes'
import { reportProblem } from '../lib/errors'
import { nearestWord } from '../lib/input'
import { $app } from '../stores/app'
import { $member } from '../stores/identity'
import type { Mount } from './directive'
import { type Field, formValue, isField, isReserved, keyOf, setMissingType } from './forms/field'
import { fillFromMember, type PrefilledFields } from './forms/prefilled-fields'

/** `data-ms-member` on a field: shows the member's value until someone changes it. */
export function memberField(prefilled: PrefilledFields): Mount {
  const advise = createFieldAdvice()
  return (field, { document, window, signal }) => {
    if (!isField(field) || keyOf(field) === '') return undefined
    setMissingType(field)
    const update = (): void => {
      const member = $member.get()
      if (member) fillFromMember(prefilled, field, member)
      else if (member === null) prefilled.empty(field)
    }
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      const member = $member.get()
      if (persisted && member) prefilled.resume(field, member)
    }
    const check = (): void => advise(field, $app.get())
    const stops = [$member.listen(update), $app.listen(check)]
    // The parser may still add options.
    if (document.readyState === 'loading') document.addEventListener('readystatechange', update, { signal })
    // A draft outlives a session that expires, but not a logout.
    document.addEventListener('membership.logout', () => prefilled.empty(field, true), { signal })
    window.addEventListener('pagehide', () => prefilled.suspend(field), { signal })
    window.addEventListener('pageshow', onPageShow, { signal })
    update()
    check()
    return () => {
      for (const stop of stops) stop()
      if (field.isConnected) prefilled.empty(field)
    }
  }
}

/** Warns the page's author, once per key and only in Test Mode, of fields whose values would be lost. */
function createFieldAdvice(): (field: Field, app: App | null) => void {
  const given = new Set<string>()
  return (field, app) => {
    if (app?.mode !== 'sandbox') return
    const advice = adviceOn(field, app)
    if (!advice || given.has(advice)) return
    given.add(advice)
    reportProblem('warn', `${attributes.member}="${keyOf(field)}": ${advice}`, field)
  }
}

function adviceOn(field: Field, { customFields }: App): string | undefined {
  const key = keyOf(field)
  const kind = formValue(field)
  if (key === 'email' && kind === 'profile' && !field.matches(':disabled,[readonly]'))
    return `A profile form does not save the email address. Use a form with ${attributes.form}="email".`
  if (isReserved(key)) return undefined
  const custom = customFields.find((one) => one.key === key)
  if (custom) {
    const isSaved = kind === 'profile' || kind === 'signup' || kind === 'passwordless-signup'
    return custom.restrictToAdmin && isSaved
      ? `Members can’t change the field "${key}", so this form does not save it. Use the admin API.`
      : undefined
  }
  const nearest = nearestWord(
    key,
    customFields.map((one) => one.key),
  )
  return `The app has no custom field "${key}". Its value is not saved or filled in.${nearest ? ` Did you mean "${nearest}"?` : ''}`
}
