import { attributes, attributeValues } from '../../attributes'
import { isTag, unclobbered } from '../../lib/dom'
import { reportProblem } from '../../lib/errors'

/**
 * Keeps the browser from sending our forms by itself, whatever becomes of their directives: most forms of page
 * builders would put the password into the address. It is never taken back.
 */
export function guardForms(window: Window): void {
  window.addEventListener('submit', preventSending, true)
  window.addEventListener('submit', preventSlip)
  // htmx sends a form although its submit event was prevented.
  window.addEventListener('htmx:beforeRequest', preventSending)
}

function preventSending(event: Event): void {
  const { target } = event
  if (!(target instanceof HTMLFormElement)) return
  const kind = unclobbered(target).getAttribute(attributes.form)
  if (attributeValues.form.some((one) => one === kind)) event.preventDefault()
}

/** Last of all: a script of the page may know what to do with the form. */
function preventSlip(event: SubmitEvent): void {
  const { target, defaultPrevented } = event
  if (defaultPrevented || !(target instanceof HTMLFormElement)) return
  if (!isMeantAsOurs(target) || !putsIntoAddress(target, event)) return
  event.preventDefault()
  const kind = unclobbered(target).getAttribute(attributes.form) ?? ''
  const why = `it would put a password into the address, and ${attributes.form}="${kind}" is no form that sends it`
  reportProblem('error', `This form was not sent: ${why}.`, target)
}

/** A value with a typing error, or one on a wrapper of the form: its author counts on us all the same. */
const isMeantAsOurs = (form: HTMLFormElement): boolean =>
  [...unclobbered(form).elements].some((field) => isTag(field, 'input') && field.type === 'password') &&
  (unclobbered(form).hasAttribute(attributes.form) ||
    [...unclobbered(form).elements].some((field) => field.getAttribute(attributes.member)?.endsWith('password')))

function putsIntoAddress(form: HTMLFormElement, { submitter }: SubmitEvent): boolean {
  const method = submitter?.getAttribute('formmethod') ?? unclobbered(form).getAttribute('method') ?? ''
  return !ANOTHER_METHOD.test(method)
}

const ANOTHER_METHOD = /^(post|dialog)$/i

/** A script that sends the form by `form.submit()` asks nobody: then at least the address stays clean. */
export function keepOutOfAddress(form: HTMLFormElement): void {
  const own = unclobbered(form)
  // Asked of the attribute: the property may be a field of that name.
  if (!ANOTHER_METHOD.test(own.getAttribute('method') ?? '')) own.setAttribute('method', 'post')
}
