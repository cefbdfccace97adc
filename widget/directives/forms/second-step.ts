import { attributes, withAttribute } from '../../attributes'
import { domParsed } from '../../lib/page-lifecycle'
import { unclobbered } from '../../lib/dom'
import type { MountContext } from '../directive'
import { type DisplayToggle, toggleDisplay } from '../toggle-display'
import { replaceText } from './busy-form'

const PART = withAttribute(attributes.passwordless, 'step-2')
const CODE = withAttribute(attributes.member, 'token')

export interface SecondStep {
  /** Shows the parts of the form that ask for the code, and brings the person there. */
  enter: () => void
  /** As before the first submit. */
  leave: () => void
}

/**
 * What a form shows only once a code is on its way. Until then its fields take no part: neither in what the browser
 * checks nor in what is sent.
 */
export function secondStep(form: HTMLFormElement, { document, signal }: MountContext): SecondStep {
  const own = unclobbered(form)
  const parts = new Map<Element, DisplayToggle>()
  const fields = createExclusion(form)
  let entered = false
  let restoreTexts: (() => void)[] = []
  const place = (part: HTMLElement): void => {
    const toggle = parts.get(part) ?? toggleDisplay(part)
    parts.set(part, toggle)
    if (entered) toggle.show()
    else toggle.hide()
  }
  const setEntered = (value: boolean): void => {
    entered = value && !signal.aborted
    own.querySelectorAll<HTMLElement>(PART).forEach(place)
    if (entered) fields.include()
    else fields.exclude()
    restoreTexts.forEach((restore) => restore())
    restoreTexts = entered ? sayNext(form) : []
  }
  // Parts that the parser or a script adds later: nobody sends the form without a click or a key in it.
  const catchUp = (): void => {
    for (const part of own.querySelectorAll<HTMLElement>(PART)) if (!parts.has(part)) place(part)
    if (!entered && !signal.aborted) fields.exclude()
  }
  setEntered(false)
  void domParsed(document).then(catchUp)
  for (const type of ['focusin', 'click']) own.addEventListener(type, catchUp, { signal, capture: true })
  signal.addEventListener('abort', () => {
    setEntered(false)
    fields.include()
    for (const toggle of parts.values()) toggle.restore()
  })
  return {
    enter() {
      setEntered(true)
      focusCode(form)
    },
    leave: () => setEntered(false),
  }
}

/** By their `disabled`, but for those that their author disabled. */
function createExclusion(form: HTMLFormElement) {
  const excluded = new Set<Element>()
  return {
    exclude(): void {
      for (const field of unclobbered(form).elements) {
        if (!field.closest(PART) || field.hasAttribute('disabled')) continue
        field.setAttribute('disabled', '')
        excluded.add(field)
      }
    },
    include(): void {
      for (const field of excluded) field.removeAttribute('disabled')
      excluded.clear()
    },
  }
}

const sayNext = (form: HTMLFormElement): (() => void)[] =>
  [...unclobbered(form).querySelectorAll<HTMLElement>(withAttribute(attributes.passwordlessButton))].map((button) =>
    replaceText(button, button.getAttribute(attributes.passwordlessButton)),
  )

/** Unless the person has moved on meanwhile. */
function focusCode(form: HTMLFormElement): void {
  const own = unclobbered(form)
  const { activeElement, body } = own.ownerDocument
  if (activeElement && activeElement !== body && !own.contains(activeElement)) return
  const field = [...own.elements].find((element) => element.matches(CODE))
  if (field instanceof HTMLElement) field.focus()
}
