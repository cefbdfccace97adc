import type { ModalRequest } from '../stores/modal'
import { createLightSheet } from './theme/sheet'

const ID = 'ms-light-modal'

export interface LightHost {
  element: HTMLElement
  /** Its style sheet, once it was on the page: most pages never ask for it. */
  sheets(): CSSStyleSheet[]
  /** Puts both on the page; as often as wanted. */
  attach(): void
  remove(): void
}

/** A place in the page's own DOM for modals, for password managers that do not look into shadow roots. */
export function createLightHost(document: Document): LightHost {
  const element = document.createElement('div')
  element.id = ID
  let sheet: CSSStyleSheet | undefined
  const others = (): CSSStyleSheet[] => document.adoptedStyleSheets.filter((one) => one !== sheet)
  return {
    element,
    sheets: () => (sheet ? [sheet] : []),
    attach() {
      if (element.isConnected) return
      sheet ??= createLightSheet(ID)
      document.adoptedStyleSheets = [...others(), sheet]
      document.body?.append(element)
    },
    remove() {
      document.adoptedStyleSheets = others()
      element.remove()
    },
  }
}

/** Whether an opening wants to be drawn there. A profile never is: a page's scripts need not read it off the page. */
export const wantsLightDom = ({ name, params }: ModalRequest, { memberstackConfig }: Window): boolean =>
  name !== 'PROFILE' && (params.lightDom ?? memberstackConfig?.lightDom) === true
