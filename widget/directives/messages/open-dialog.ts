import { $modalRequest, $modalSlotHost } from '../../stores/modal'

/**
 * Where something has to stand to be seen and reached while the rest of the page is inert, null when nothing is: in the
 * open modal of ours, else in the innermost modal dialog of the page.
 */
export const openDialog = (document: Document): Element | null =>
  ($modalRequest.get() && $modalSlotHost.get()) ?? [...document.querySelectorAll('dialog:modal')].at(-1) ?? null
