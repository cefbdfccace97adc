import { attributes } from '../../attributes'
import { isTag } from '../../lib/is-tag'

type SubmitButton = HTMLButtonElement | HTMLInputElement

/**
 * Shows that a form is being sent: its submit buttons are disabled and say their `data-wait` text.
 * @returns puts everything back as it was, the focus included
 */
export function showBusy(form: HTMLFormElement): () => void {
  const { ownerDocument: document } = form
  const focused = document.activeElement
  form.setAttribute('aria-busy', 'true')
  const restores = Array.from(form.elements).filter(isSubmitButton).map(disable)
  return () => {
    form.removeAttribute('aria-busy')
    for (const restore of restores) restore()
    // A browser takes the focus from a button that is disabled; it belongs to it again unless the person moved on.
    const lost = document.activeElement === null || document.activeElement === document.body
    if (lost && focused instanceof HTMLElement && form.contains(focused)) focused.focus({ preventScroll: true })
  }
}

function isSubmitButton(field: Element): field is SubmitButton {
  if (isTag(field, 'button')) return field.type === 'submit'
  return isTag(field, 'input') && (field.type === 'submit' || field.type === 'image')
}

function disable(button: SubmitButton): () => void {
  const wait = button.getAttribute(attributes.wait)
  const restoreText = wait ? replaceText(button, wait) : () => {}
  const wasDisabled = button.disabled
  button.disabled = true
  return () => {
    button.disabled = wasDisabled
    restoreText()
  }
}

function replaceText(button: SubmitButton, text: string): () => void {
  if (isTag(button, 'input')) {
    const before = button.value
    button.value = text
    return () => void (button.value = before)
  }
  const before = [...button.childNodes]
  button.textContent = text
  return () => button.replaceChildren(...before)
}
