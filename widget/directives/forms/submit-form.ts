import { attributes } from '../../attributes'
import { isTag, unclobbered } from '../../lib/dom'
import { startLoading } from '../../stores/feedback'
import type { Mount, MountContext } from '../directive'
import { choiceOf } from '../plans/choice'
import { showBusy, submitButtons } from './busy-form'
import { formKind } from './form-kind'
import { keepOutOfAddress } from './guard-forms'
import type { MountedForms } from './mounted-forms'
import { submitOnEnter } from './submit-on-enter'
import { type FormFields, readFields } from './read-fields'
import { sendForm, type Sent } from './send-form'
import { webflowBoxes } from './webflow-boxes'

/** Makes the client call of a form. */
export type Send = (fields: FormFields) => Promise<Sent>

/** @param mounted is told of each form */
export type FormMount = (mounted: MountedForms) => Mount

/**
 * The mount of a `data-ms-form`: what all such forms have in common.
 * @param begin makes the call of one form, when that form is mounted
 */
export const mountForm =
  (begin: (form: HTMLFormElement, context: MountContext) => Send): FormMount =>
  (mounted) =>
  (form, context) => {
    if (!isTag(form, 'form')) return () => {}
    keepOutOfAddress(form)
    const own = unclobbered(form)
    const kind = formKind(own.getAttribute(attributes.form) ?? '')
    let busy = false
    const send = begin(form, context)
    const boxes = webflowBoxes(form)
    const submit = async (button: Element | null | undefined): Promise<void> => {
      busy = true
      await sendForm({
        place: form,
        button,
        choice: choiceOf(button) ?? choiceOf(form),
        send: () => send(readFields(form)),
        showBusy: () => showSending(form),
        kind,
        boxes,
        context,
      })
      busy = false
    }
    mounted.set(form, { kind, boxes })
    submitOnEnter(form, context.signal)
    listenLast(form, context, (event) => {
      event.preventDefault()
      // A page builder's own form service listens further up and would be sent the password.
      if (own.closest('.w-form')) event.stopPropagation()
      if (!busy) void submit(event.submitter ?? submitButtons(form)[0])
    })
    return () => {
      mounted.delete(form)
      boxes.clear()
    }
  }

/** @returns puts everything back */
export function showSending(form: HTMLFormElement): () => void {
  const endLoading = startLoading()
  const restore = showBusy(form)
  return () => {
    endLoading()
    restore()
  }
}

/** Listens on the form after all scripts of the page, later ones too: their checks may let a submit go no further. */
function listenLast(
  form: HTMLFormElement,
  { window, signal }: MountContext,
  onSubmit: (event: SubmitEvent) => void,
): void {
  const own = unclobbered(form)
  const listen = (): void => own.addEventListener('submit', onSubmit, { signal })
  const moveToEnd = ({ target }: SubmitEvent): void => {
    if (target !== form) return
    own.removeEventListener('submit', onSubmit)
    listen()
  }
  listen()
  window.addEventListener('submit', moveToEnd, { signal, capture: true })
}
