import { attributes, withAttribute } from '../../attributes'
import { createPageSheet, type PageSheet } from '../page-sheet'
import { OUTWEIGHING } from './hiding-rules'

export interface Curtain {
  close(): void
  open(): void
}

const LOADER = withAttribute(attributes.loader)

/**
 * Hidden like this a page keeps its layout, and neither screen readers nor printers get it. A loader that is shown just
 * now tells that something happens.
 */
const CLOSED =
  `body${OUTWEIGHING},body *${OUTWEIGHING}:not(${LOADER},${LOADER} *){visibility:hidden !important;transition:none !important}` +
  `${LOADER}${OUTWEIGHING}{visibility:visible !important}`

/** Hides the whole page by a style sheet of its own, which is made when it is first needed. */
export function createCurtain(document: Document, window: Window & typeof globalThis): Curtain {
  let sheet: PageSheet | undefined
  return {
    close: () => (sheet ??= createPageSheet(document, window)).set(CLOSED),
    open: () => sheet?.set(''),
  }
}
