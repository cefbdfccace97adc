import { unclobbered } from '../lib/dom'

/** Prefix of the `form` attribute of a hidden field. Its original value follows. No ID contains a space. */
const MARK = 'ms-gated '
const MARKED = `[form^="${MARK}"]`

interface HiddenFields {
  /**
   * Takes hidden fields out of their forms and restores those that are no longer hidden.
   * @param hidden selects the hidden elements
   */
  update(hidden: string): void
  stop(): void
  /** Restores all of them permanently. */
  release(): void
}

/**
 * A hidden field must neither block its form with `required` nor be sent. Its `form` attribute names no form: unlike
 * `disabled`, this keeps Enter pressing the first visible submit button. The attribute also contains the original
 * value, so that a clone can be restored.
 */
export function createHiddenFields(document: Document, window: Window & typeof globalThis): HiddenFields {
  let current = ''
  let observer: MutationObserver | undefined

  function update(hidden: string): void {
    current = hidden
    observer?.disconnect()
    const page = unclobbered(document)
    if (observer) {
      for (const field of page.querySelectorAll(MARKED)) if (!field.closest(hidden)) giveBack(field)
    }
    for (const form of page.getElementsByTagName('form')) takeOut(form, hidden)
  }

  function takeOut(form: HTMLFormElement, hidden: string): void {
    const own = unclobbered(form)
    const fields = [...own.elements].filter((field) => field.closest(hidden) && !field.matches(MARKED))
    // A form that is hidden entirely can stay as it is.
    if (own.closest(hidden) || (fields.length === 0 && !own.querySelector(hidden))) return
    for (const field of fields) field.setAttribute('form', MARK + (field.getAttribute('form') ?? ''))
    observer ??= new window.MutationObserver(() => update(current))
    observer.observe(form, { childList: true, subtree: true })
  }

  const stop = (): void => observer?.disconnect()
  return {
    update,
    stop,
    release() {
      update(':not(*)')
      stop()
    },
  }
}

function giveBack(field: Element): void {
  const original = field.getAttribute('form')?.slice(MARK.length)
  if (original) field.setAttribute('form', original)
  else field.removeAttribute('form')
}
