import { createPageSheet, type PageSheet } from '../page-sheet'
import { OUTWEIGHING } from './hiding-rules'

export interface Curtain {
  close(): void
  open(): void
}

/** Hidden like this a page keeps its layout, and neither screen readers nor printers get it. */
const CLOSED = `body${OUTWEIGHING},body *${OUTWEIGHING}{visibility:hidden !important;transition:none !important}`

/** Hides the whole page by a style sheet of its own, which is made when it is first needed. */
export function createCurtain(document: Document, window: Window & typeof globalThis): Curtain {
  let sheet: PageSheet | undefined
  return {
    close: () => (sheet ??= createPageSheet(document, window)).set(CLOSED),
    open: () => sheet?.set(''),
  }
}
