import { attributeRows, attributes } from '../../attributes'
import { isTag, unclobbered } from '../../lib/dom'
import { reportProblem } from '../../lib/errors'

/**
 * Prevents the browser from submitting our forms itself, even if their directives fail: most page builder forms would
 * put the password into the URL. Never removed.
 */
export function guardForms(window: Window): void {
  window.addEventListener('submit', preventSubmit, true)
  window.addEventListener('submit', preventMistypedSubmit)
  // htmx sends a form even if its submit event was prevented.
  window.addEventListener('htmx:beforeRequest', preventSubmit)
}

function preventSubmit(event: Event): void {
  const { target } = event
  if (!(target instanceof HTMLFormElement)) return
  const kind = unclobbered(target).getAttribute(attributes.form)
  if (attributeRows.form.values.some((one) => one === kind)) event.preventDefault()
}

/** Runs last: a script of the page may handle the form itself. */
function preventMistypedSubmit(event: SubmitEvent): void {
  const { target, defaultPrevented } = event
  if (defaultPrevented || !(target instanceof HTMLFormElement)) return
  if (!isMeantAsOurs(target) || !putsIntoUrl(target, event)) return
  event.preventDefault()
  const kind = unclobbered(target).getAttribute(attributes.form) ?? ''
  const why = `it would put a password into the URL, and ${attributes.form}="${kind}" is not a valid form`
  reportProblem('error', `This form was not sent: ${why}.`, target)
}

/** A mistyped value, or the attribute on a wrapper of the form. */
const isMeantAsOurs = (form: HTMLFormElement): boolean =>
  [...unclobbered(form).elements].some((field) => isTag(field, 'input') && field.type === 'password') &&
  (unclobbered(form).hasAttribute(attributes.form) ||
    [...unclobbered(form).elements].some((field) => field.getAttribute(attributes.member)?.endsWith('password')))

function putsIntoUrl(form: HTMLFormElement, { submitter }: SubmitEvent): boolean {
  const method = submitter?.getAttribute('formmethod') ?? unclobbered(form).getAttribute('method') ?? ''
  return !OTHER_THAN_GET.test(method)
}

const OTHER_THAN_GET = /^(post|dialog)$/i

/** `form.submit()` of a script sends no event. With `post`, at least the URL stays clean. */
export function forcePostMethod(form: HTMLFormElement): void {
  const own = unclobbered(form)
  // Uses the attribute: the property may be a field of that name.
  if (!OTHER_THAN_GET.test(own.getAttribute('method') ?? '')) own.setAttribute('method', 'post')
}
