import { errorText, reportProblem } from '../../lib/errors'
import { emptyCart, takeRedirectOverride } from '../../storage/pending'
import { $member } from '../../stores/identity'
import type { MountContext } from '../directive'
import { afterJoining, successUrl } from '../plans/after-joining'
import { carryOut, codeOf, type Outcome } from '../plans/carry-out'
import type { Choice } from '../plans/choice'
import { keepForReturn } from '../plans/keep-for-return'
import { authoredRedirect, followRedirect } from '../redirects/redirect'
import { wishedRedirect } from '../redirects/redirect-override'
import { untilPageRestored } from '../../lib/page-lifecycle'
import type { FormKind } from './form-kind'
import type { WebflowBoxes } from './webflow-boxes'

/** What a form's sending led to. */
export interface Sent {
  /** A sentence for the person, where there is one. */
  message?: string | undefined
  /** Where the server says to go; the form's own redirect wins. */
  redirect?: string | null
  /** Of what signs up: whether all that was chosen came with the new account. Without it, as the form is of a kind that does. */
  isNew?: boolean
  /** The form waits for more: nothing is followed yet. */
  unfinished?: boolean
  /** It came to nothing, for this reason; said as what is thrown. */
  problem?: string
  /** Run when the form can be used again. */
  afterwards?: () => void
}

/** What the sending of one form needs. */
export interface Sending {
  /** The form, or a button that does without one. */
  place: HTMLElement
  /** The button that was pressed, by Enter too. */
  button: Element | null | undefined
  choice: Choice | null
  /** Makes the client call, in the same turn. What it throws is shown to the person and loses no input. */
  send(this: void): Promise<Sent>
  /** @returns puts everything back */
  showBusy(this: void): () => void
  kind: FormKind
  boxes: WebflowBoxes | null
  context: MountContext
}

/** Sends a form, and does what its success leads to. Never rejects. */
export async function sendForm(sending: Sending): Promise<void> {
  try {
    await carryThrough(sending)
  } catch (error) {
    reportProblem('error', 'Form failed:', sending.place, error)
  }
}

async function carryThrough(sending: Sending): Promise<void> {
  const { place, button, choice, kind, boxes, context } = sending
  const { window } = context
  const restores: (() => void)[] = []
  try {
    boxes?.clear()
    // Read now: the form may be off the page when the answer is here, as a signup form is for members.
    const authored = [authoredRedirect(place), wishedRedirect(button) ?? wishedRedirect(place)]
    if (choice?.drops) emptyCart(window)
    boxes?.find()
    if (kind.joins) restores.push(keepForReturn(window, choice, authored))
    restores.push(sending.showBusy())
    const sent = await sending.send()
    if (sent.afterwards) restores.push(sent.afterwards)
    if (sent.problem) return fail(sending, sent.problem)
    if (sent.unfinished) return say(sending, sent.message)
    const targets = [...authored, kind.joins ? takeRedirectOverride(window) : null, sent.redirect]
    const { leaves, stays, message = sent.message, redirect } = await actOnChoice(sending, sent, targets)
    const isLeft = leaves || (!stays && followRedirect(window, ...targets, redirect))
    if (!stays && (isLeft || !boxes?.done(kind))) say(sending, message)
    if (isLeft) await untilPageRestored(window)
  } catch (error) {
    fail(sending, errorText(error))
    // A place that is gone must not keep anybody from signing up.
    if (kind.signsUp && codeOf(error).startsWith('plan-')) emptyCart(window)
  } finally {
    for (const restore of restores) restore()
  }
}

const say = ({ place, context }: Sending, message: string | undefined): void =>
  message ? context.client._showMessage(message, false, place) : undefined

const fail = ({ place, boxes, context }: Sending, text: string): void =>
  boxes?.fail(text) ? undefined : context.client._showMessage(text, true, place)

/** What was chosen: by the form itself, and for one that begins a session also what has waited for it. */
async function actOnChoice(
  { kind, choice, context }: Sending,
  { isNew = kind.signsUp }: Sent,
  targets: readonly (string | null | undefined)[],
): Promise<Outcome> {
  if (kind.joins) return afterJoining(context, choice, isNew, targets)
  if (!choice || !$member.get()) return {}
  return carryOut(context.client, choice, successUrl(context.window, targets))
}
