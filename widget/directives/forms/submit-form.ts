import { attributes, withAttribute } from '../../attributes'
import { errorText } from '../../lib/error-text'
import { isTag } from '../../lib/is-tag'
import { reportProblem } from '../../lib/report-problem'
import { unshadowed } from '../../lib/unshadowed'
import { takeRedirectOverride } from '../../storage/redirect-override'
import { startLoading } from '../../stores/loading'
import type { Directive, MountContext } from '../directive'
import { authoredRedirect, followRedirect } from '../redirects/redirect'
import { wishedRedirect } from '../redirects/redirect-override'
import { untilReturn } from '../redirects/until-return'
import { showBusy, submitButtons } from './busy-form'
import { type FormKind, formKind } from './form-kind'
import { keepOutOfAddress } from './guard-forms'
import { submitOnEnter } from './submit-on-enter'
import { readFields, type FormFields } from './read-fields'
import { type WebflowBoxes, webflowBoxes } from './webflow-boxes'

/** What a form's sending led to. */
export interface Sent {
  /** A sentence for the person, where there is one. */
  message?: string | undefined
  /** Where the server says to go; the form's own redirect wins. */
  redirect?: string | null
  /** The form waits for more: nothing is followed yet. */
  unfinished?: boolean
  /** Run when the form can be used again. */
  afterwards?: () => void
}

/** Makes the client call of a form. What it throws is shown to the person and loses no input. */
export type Send = (fields: FormFields) => Promise<Sent>

/** What the sending of one form needs. */
interface Sending {
  form: HTMLFormElement
  /** The button that was pressed, by Enter too. */
  button: Element | null | undefined
  send: Send
  kind: FormKind
  boxes: WebflowBoxes
  context: MountContext
}

/**
 * A directive for `data-ms-form`: what all such forms have in common.
 * @param value the attribute's value
 * @param begin makes the call of one form, when that form is mounted
 */
export function formDirective(value: string, begin: (form: HTMLFormElement, context: MountContext) => Send): Directive {
  const kind = formKind(value)
  return {
    name: `${attributes.form}="${value}"`,
    selector: `form${withAttribute(attributes.form, value)}`,
    watches: [attributes.form],
    mount(form, context) {
      if (!isTag(form, 'form')) return () => {}
      keepOutOfAddress(form)
      const own = unshadowed(form)
      let busy = false
      const send = begin(form, context)
      const boxes = webflowBoxes(form)
      const submit = async (button: Element | null | undefined): Promise<void> => {
        busy = true
        try {
          await sendForm({ form, button, send, kind, boxes, context })
        } catch (error) {
          reportProblem('error', 'Form failed:', form, error)
        } finally {
          busy = false
        }
      }
      submitOnEnter(form, context.signal)
      own.addEventListener(
        'submit',
        (event) => {
          event.preventDefault()
          // A page builder's own form service listens further up and would be sent the password.
          if (own.closest('.w-form')) event.stopPropagation()
          if (!busy) void submit(event.submitter ?? submitButtons(form)[0])
        },
        { signal: context.signal },
      )
      return boxes.clear
    },
  }
}

async function sendForm({ form, button, send, kind, boxes, context }: Sending): Promise<void> {
  const { client, window } = context
  const restores = [startLoading()]
  try {
    boxes.clear()
    // Read now: the form may be off the page when the answer is here, as a signup form is for members.
    const authored = [authoredRedirect(form), wishedRedirect(button) ?? wishedRedirect(form)]
    boxes.find()
    restores.push(showBusy(form))
    const { message, redirect, unfinished, afterwards } = await send(readFields(form))
    if (afterwards) restores.push(afterwards)
    const overridden = !unfinished && kind.joins ? takeRedirectOverride(window) : null
    const leaves = !unfinished && followRedirect(window, ...authored, overridden, redirect)
    const said = !unfinished && !leaves && boxes.done(kind)
    if (message && !said) client._showMessage(message, false, form)
    if (leaves) await untilReturn(window)
  } catch (error) {
    const text = errorText(error)
    if (!boxes.fail(text)) client._showMessage(text, true, form)
  } finally {
    for (const restore of restores) restore()
  }
}
