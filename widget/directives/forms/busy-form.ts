import { attributes } from '../../attributes'
import { isTag, unclobbered } from '../../lib/dom'

type SubmitButton = HTMLButtonElement | HTMLInputElement

/**
 * Disables a form's submit buttons and shows their `data-wait` text.
 * @returns restores everything, including the focus
 */
export function showBusy(form: HTMLFormElement): () => void {
  const own = unclobbered(form)
  const { ownerDocument: document } = own
  const focused = document.activeElement
  own.setAttribute('aria-busy', 'true')
  const restores = submitButtons(form).map(disable)
  return () => {
    own.removeAttribute('aria-busy')
    for (const restore of restores) restore()
    // Browsers take the focus from a disabled button. Restore it unless the person moved on.
    const lost = document.activeElement === null || document.activeElement === document.body
    if (lost && focused instanceof HTMLElement && own.contains(focused)) focused.focus({ preventScroll: true })
  }
}

/** Including image buttons, which `form.elements` omits. */
export function submitButtons(form: HTMLFormElement): SubmitButton[] {
  const own = unclobbered(form)
  return [...own.elements, ...own.querySelectorAll('[type=image]')].filter(isSubmitButton)
}

export function isSubmitButton(field: Element): field is SubmitButton {
  if (isTag(field, 'button')) return field.type === 'submit'
  return isTag(field, 'input') && (field.type === 'submit' || field.type === 'image')
}

function disable(button: SubmitButton): () => void {
  const wait = button.getAttribute(attributes.wait)
  const restoreText = replaceText(button, wait)
  const wasDisabled = button.disabled
  button.disabled = true
  return () => {
    button.disabled = wasDisabled
    restoreText()
  }
}

/** @param text null changes nothing @returns restores the original text */
export function replaceText(button: HTMLElement, text: string | null): () => void {
  if (!text) return () => {}
  if (isTag(button, 'input')) {
    const before = button.value
    button.value = text
    return () => void (button.value = before)
  }
  const before = [...button.childNodes]
  button.textContent = text
  return () => button.replaceChildren(...before)
}
