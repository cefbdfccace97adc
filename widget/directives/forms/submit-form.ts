import { attributes } from '../../attributes'
import { errorText } from '../../lib/error-text'
import { isTag } from '../../lib/is-tag'
import { reportProblem } from '../../lib/report-problem'
import { unshadowed } from '../../lib/unshadowed'
import { emptyCart } from '../../storage/forget-waiting'
import { takeRedirectOverride } from '../../storage/redirect-override'
import { startLoading } from '../../stores/loading'
import { $member } from '../../stores/member'
import type { Mount, MountContext } from '../directive'
import { afterJoining, successUrl } from '../plans/after-joining'
import { carryOut, codeOf, type Outcome } from '../plans/carry-out'
import { type Choice, choiceOf } from '../plans/choice'
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
 * The mount of a `data-ms-form`: what all such forms have in common.
 * @param begin makes the call of one form, when that form is mounted
 */
export function mountForm(begin: (form: HTMLFormElement, context: MountContext) => Send): Mount {
  return (form, context) => {
    if (!isTag(form, 'form')) return () => {}
    keepOutOfAddress(form)
    const own = unshadowed(form)
    const kind = formKind(own.getAttribute(attributes.form) ?? '')
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
    listenLast(form, context, (event) => {
      event.preventDefault()
      // A page builder's own form service listens further up and would be sent the password.
      if (own.closest('.w-form')) event.stopPropagation()
      if (!busy) void submit(event.submitter ?? submitButtons(form)[0])
    })
    return boxes.clear
  }
}

/** Listens on the form after all scripts of the page, later ones too: their checks may let a submit go no further. */
function listenLast(
  form: HTMLFormElement,
  { window, signal }: MountContext,
  onSubmit: (event: SubmitEvent) => void,
): void {
  const own = unshadowed(form)
  const listen = (): void => own.addEventListener('submit', onSubmit, { signal })
  const moveToEnd = ({ target }: SubmitEvent): void => {
    if (target !== form) return
    own.removeEventListener('submit', onSubmit)
    listen()
  }
  listen()
  window.addEventListener('submit', moveToEnd, { signal, capture: true })
}

async function sendForm(sending: Sending): Promise<void> {
  const { form, button, send, kind, boxes, context } = sending
  const { client, window } = context
  const restores = [startLoading()]
  try {
    boxes.clear()
    // Read now: the form may be off the page when the answer is here, as a signup form is for members.
    const authored = [authoredRedirect(form), wishedRedirect(button) ?? wishedRedirect(form)]
    const choice = choiceOf(button) ?? choiceOf(form)
    if (choice?.drops) emptyCart(window)
    boxes.find()
    restores.push(showBusy(form))
    const sent = await send(readFields(form))
    if (sent.afterwards) restores.push(sent.afterwards)
    if (sent.unfinished) return say(sending, sent.message)
    const targets = [...authored, kind.joins ? takeRedirectOverride(window) : null, sent.redirect]
    const { leaves, stays, message = sent.message, redirect } = await actOnChoice(sending, choice, targets)
    const isLeft = leaves || (!stays && followRedirect(window, ...targets, redirect))
    if (!stays && (isLeft || !boxes.done(kind))) say(sending, message)
    if (isLeft) await untilReturn(window)
  } catch (error) {
    const text = errorText(error)
    if (!boxes.fail(text)) client._showMessage(text, true, form)
    // A place that is gone must not keep anybody from signing up.
    if (kind.signsUp && codeOf(error).startsWith('plan-')) emptyCart(window)
  } finally {
    for (const restore of restores) restore()
  }
}

const say = ({ form, context }: Sending, message: string | undefined): void =>
  message ? context.client._showMessage(message, false, form) : undefined

/** What was chosen: by the form itself, and for one that begins a session also what has waited for it. */
async function actOnChoice(
  { kind, context }: Sending,
  choice: Choice | null,
  targets: readonly (string | null | undefined)[],
): Promise<Outcome> {
  if (kind.joins) return afterJoining(context, choice, kind.signsUp, targets)
  if (!choice || !$member.get()) return {}
  return carryOut(context.client, choice, successUrl(context.window, targets))
}
