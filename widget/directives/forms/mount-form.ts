import { attributeRows, attributes, choiceAttributes } from '../../attributes'
import { isTag, unclobbered } from '../../lib/dom'
import { reportProblem } from '../../lib/errors'
import { domParsed } from '../../lib/page-lifecycle'
import { startLoading } from '../../stores/feedback'
import type { Mount, MountContext } from '../directive'
import { choiceOf } from '../plans/choice'
import { showBusy, submitButtons } from './busy-form'
import { fieldsOf, setMissingType } from './field'
import { forcePostMethod } from './guard-forms'
import { type FormFields, readFields } from './read-fields'
import { type FormKind, sendForm, type Sent, webflowBoxes, type WebflowBoxes } from './send-form'
import { prepareTexts } from '../../stores/texts'

/** Makes the client call of a form. */
export type Send = (fields: FormFields) => Promise<Sent>

/** The part of a form that its provider buttons use. */
interface MountedForm {
  kind: FormKind
  boxes: WebflowBoxes
}

/** The mounted forms of a page. */
export type MountedForms = WeakMap<Element, MountedForm>

/** @param mounted collects each mounted form */
export type FormMount = (mounted: MountedForms) => Mount

/**
 * Mounts a `data-ms-form`, with the behavior that all kinds share.
 * @param begin called at mount; returns the form's client call
 */
export const mountForm =
  (begin: (form: HTMLFormElement, context: MountContext) => Send): FormMount =>
  (mounted) =>
  (form, context) => {
    if (!isTag(form, 'form')) return () => {}
    forcePostMethod(form)
    // The attribute may have moved here from a wrapper, after the fields were mounted.
    fieldsOf(form).forEach(setMissingType)
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
    own.addEventListener('focusin', prepareTexts, { once: true, signal: context.signal })
    listenLast(form, context, (event) => {
      event.preventDefault()
      // A page builder's form service listens further up and would receive the password.
      if (own.closest('.w-form')) event.stopPropagation()
      if (!busy) void submit(event.submitter ?? submitButtons(form)[0])
    })
    return () => {
      mounted.delete(form)
      boxes.clear()
    }
  }

/** @param value of `data-ms-form`; '' for a button outside a form that only connects */
export function formKind(value: string): FormKind {
  const joins = /login|signup/.test(value)
  return { joins, signsUp: value.endsWith('signup'), ends: joins || value === 'reset-password' }
}

/** Disables the form and shows the page's loader. @returns restores both */
export function showSending(form: HTMLFormElement): () => void {
  const endLoading = startLoading()
  const restore = showBusy(form)
  return () => {
    endLoading()
    restore()
  }
}

/** Listens after all scripts of the page, even later ones: their validation may stop a submit. */
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

/**
 * Types without text input: button, checkbox, color, file, radio, range, reset. No other type starts with these
 * letters.
 */
const NOT_TYPED = /^[bcfr]/

/** Lets Enter submit a form without a submit button. Browsers do so only for a single text field. */
function submitOnEnter(form: HTMLFormElement, signal: AbortSignal): void {
  const own = unclobbered(form)
  own.addEventListener(
    'keydown',
    (event) => {
      const { target, key, isComposing, defaultPrevented } = event
      if (key !== 'Enter' || isComposing || defaultPrevented || submitButtons(form).length > 0) return
      const field = [...own.elements].find((element) => element === target)
      if (!field || !isTag(field, 'input') || NOT_TYPED.test(field.type)) return
      // Otherwise the browser submits a form with one field twice.
      event.preventDefault()
      own.requestSubmit()
    },
    { signal },
  )
}

/** Attributes that belong on a form. */
const onForms = [
  attributes.form,
  ...choiceAttributes,
  attributes.coupon,
  attributes.signupCaptcha,
  attributes.redirect,
  attributes.dataRedirect,
  attributes.redirectOverride,
]

/**
 * `data-ms-form` on an element around a form, as page builders create it: moves to the one form inside, with related
 * attributes.
 */
export const wrappedForm: Mount = (element, { document, signal }) => {
  const value = element.getAttribute(attributes.form)
  if (!attributeRows.form.values.some((one) => one === value)) return
  const copyAttributes = async (): Promise<void> => {
    // The parser may not have reached the form yet.
    await domParsed(document)
    const [form, another] = element.querySelectorAll('form')
    if (signal.aborted || !form || another || form.getAttributeNode(attributes.form)) return
    reportProblem('warn', `${attributes.form}="${value}" belongs on the <form>. It is applied to the one form inside.`)
    for (const name of onForms) {
      const written = element.getAttribute(name)
      if (written !== null && !form.getAttributeNode(name)) form.setAttribute(name, written)
    }
  }
  void copyAttributes()
}
