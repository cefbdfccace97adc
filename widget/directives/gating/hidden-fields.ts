import { unclobbered } from '../../lib/dom'

/** What a field's `form` attribute says while it is hidden, before what its author wrote there. No id has a space. */
const MARK = 'ms-gated '
const MARKED = `[form^="${MARK}"]`

export interface HiddenFields {
  /**
   * Takes fields out of the forms that they are hidden in, and gives back those that are hidden no more.
   * @param hidden selects the elements that are hidden
   */
  update(hidden: string): void
  stop(): void
  /** Gives all of them back, for good. */
  release(): void
}

/**
 * What is hidden must not stand in a form's way: an empty required field would block it, and what nobody sees must not
 * be sent. So a hidden field belongs to no form, by its `form` attribute: unlike `disabled`, this leaves the first
 * submit button that can be seen the one that the Enter key presses. The attribute carries what stood there before,
 * so that it can be put back on a clone too.
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
    // A form that is hidden as a whole is in nobody's way.
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
  const before = field.getAttribute('form')?.slice(MARK.length)
  if (before) field.setAttribute('form', before)
  else field.removeAttribute('form')
}
