import { isTag, unclobbered } from '../../lib/dom'
import { submitButtons } from './busy-form'

/** Inputs that nobody types a line into: button, checkbox, color, file, radio, range, reset. No other type begins so. */
const NOT_TYPED = /^[bcfr]/

/**
 * Lets Enter send a form that has no submit button: browsers do so only while the form has a single text field.
 * @param signal ends the listening
 */
export function submitOnEnter(form: HTMLFormElement, signal: AbortSignal): void {
  const own = unclobbered(form)
  own.addEventListener(
    'keydown',
    (event) => {
      const { target, key, isComposing, defaultPrevented } = event
      if (key !== 'Enter' || isComposing || defaultPrevented || submitButtons(form).length > 0) return
      const field = [...own.elements].find((element) => element === target)
      if (!field || !isTag(field, 'input') || NOT_TYPED.test(field.type)) return
      // A form with one field would otherwise be sent a second time, by the browser.
      event.preventDefault()
      own.requestSubmit()
    },
    { signal },
  )
}
