import { attributes, attributeValues } from '../../attributes'
import { unshadowed } from '../../lib/unshadowed'

/**
 * Keeps the browser from sending our forms by itself, whatever becomes of their directives: most forms of page
 * builders would put the password into the address. It is never taken back.
 */
export function guardForms(window: Window): void {
  window.addEventListener('submit', preventSending, true)
  // htmx sends a form although its submit event was prevented.
  window.addEventListener('htmx:beforeRequest', preventSending)
}

function preventSending(event: Event): void {
  const { target } = event
  if (!(target instanceof HTMLFormElement)) return
  const kind = unshadowed(target).getAttribute(attributes.form)
  if (attributeValues.form.some((one) => one === kind)) event.preventDefault()
}

/** A script that sends the form by `form.submit()` asks nobody: then at least the address stays clean. */
export function keepOutOfAddress(form: HTMLFormElement): void {
  const own = unshadowed(form)
  // Asked of the attribute: the property may be a field of that name.
  if (!/^(post|dialog)$/i.test(own.getAttribute('method') ?? '')) own.setAttribute('method', 'post')
}
