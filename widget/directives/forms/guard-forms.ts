import { attributeRows, attributes } from '../../attributes'
import { isTag, unclobbered } from '../../lib/dom'
import { reportProblem } from '../../lib/errors'

/**
 * Keeps the browser from sending our forms itself, even if their directives fail: most forms of page builders would
 * put the password into the URL. Permanent.
 */
export function guardForms(window: Window): void {
  window.addEventListener('submit', preventSubmit, true)
  window.addEventListener('submit', preventMistypedSubmit)
  // htmx sends a form although its submit event was prevented.
  window.addEventListener('htmx:beforeRequest', preventSubmit)
}

function preventSubmit(event: Event): void {
  const { target } = event
  if (!(target instanceof HTMLFormElement)) return
  const kind = unclobbered(target).getAttribute(attributes.form)
  if (attributeRows.form.values.some((one) => one === kind)) event.preventDefault()
}

/** Bubbles last: a script of the page may handle the form itself. */
function preventMistypedSubmit(event: SubmitEvent): void {
  const { target, defaultPrevented } = event
  if (defaultPrevented || !(target instanceof HTMLFormElement)) return
  if (!isMeantAsOurs(target) || !putsIntoUrl(target, event)) return
  event.preventDefault()
  const kind = unclobbered(target).getAttribute(attributes.form) ?? ''
  const why = `it would put a password into the address, and ${attributes.form}="${kind}" is no form that sends it`
  reportProblem('error', `This form was not sent: ${why}.`, target)
}

/** A mistyped value, or one on a wrapper of the form. */
const isMeantAsOurs = (form: HTMLFormElement): boolean =>
  [...unclobbered(form).elements].some((field) => isTag(field, 'input') && field.type === 'password') &&
  (unclobbered(form).hasAttribute(attributes.form) ||
    [...unclobbered(form).elements].some((field) => field.getAttribute(attributes.member)?.endsWith('password')))

function putsIntoUrl(form: HTMLFormElement, { submitter }: SubmitEvent): boolean {
  const method = submitter?.getAttribute('formmethod') ?? unclobbered(form).getAttribute('method') ?? ''
  return !OTHER_THAN_GET.test(method)
}

const OTHER_THAN_GET = /^(post|dialog)$/i

/** `form.submit()` of a script sends no event: with `post` at least the URL stays clean. */
export function forcePostMethod(form: HTMLFormElement): void {
  const own = unclobbered(form)
  // The attribute: the property may be a field of that name.
  if (!OTHER_THAN_GET.test(own.getAttribute('method') ?? '')) own.setAttribute('method', 'post')
}
