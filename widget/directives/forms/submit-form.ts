import { attributes, withAttribute } from '../../attributes'
import { errorText } from '../../lib/error-text'
import { isTag } from '../../lib/is-tag'
import { reportProblem } from '../../lib/report-problem'
import { unshadowed } from '../../lib/unshadowed'
import type { Directive, MountContext } from '../directive'
import { authoredRedirect, followRedirect } from '../redirects/redirect'
import { showBusy } from './busy-form'
import { submitOnEnter } from './submit-on-enter'
import { readFields, type FormFields } from './read-fields'

/** What a form's sending led to. */
export interface Sent {
  /** A sentence for the person, where there is one. */
  message?: string | undefined
  /** Where the server says to go; the form's own redirect wins. */
  redirect?: string | null
}

/** Makes the client call of a form. What it throws is shown to the person and loses no input. */
export type Send = (fields: FormFields) => Promise<Sent>

/**
 * A directive for `data-ms-form`: what all such forms have in common.
 * @param value the attribute's value
 * @param begin makes the call of one form, when that form is mounted
 */
export function formDirective(value: string, begin: (form: HTMLFormElement, context: MountContext) => Send): Directive {
  return {
    name: `${attributes.form}="${value}"`,
    selector: `form${withAttribute(attributes.form, value)}`,
    watches: [attributes.form],
    mount(form, context) {
      if (!isTag(form, 'form')) return
      let busy = false
      const send = begin(form, context)
      const submit = async (): Promise<void> => {
        busy = true
        try {
          await sendForm(form, send, context)
        } catch (error) {
          reportProblem('error', 'Form failed:', form, error)
        } finally {
          busy = false
        }
      }
      const own = unshadowed(form)
      submitOnEnter(form, context.signal)
      own.addEventListener(
        'submit',
        (event) => {
          event.preventDefault()
          // A page builder's own form service listens further up and would be sent the password.
          if (own.closest('.w-form')) event.stopPropagation()
          if (!busy) void submit()
        },
        { signal: context.signal },
      )
    },
  }
}

async function sendForm(form: HTMLFormElement, send: Send, context: MountContext): Promise<void> {
  const { client, window } = context
  let restore: (() => void) | undefined
  try {
    // Read now: the form may be off the page when the answer is here, as a signup form is for members.
    const authored = authoredRedirect(form)
    restore = showBusy(form)
    const { message, redirect } = await send(readFields(form))
    if (message) client._showMessage(message, false, form)
    followRedirect(window, authored, redirect)
  } catch (error) {
    client._showMessage(errorText(error), true, form)
  } finally {
    restore?.()
  }
}
