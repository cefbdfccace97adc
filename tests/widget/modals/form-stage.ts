import { act } from 'react'
import type { CustomField } from '../../../contract/entities'
import type { App, ModalResult, ScreenName } from '../../../widget/public'
import { requestModal } from '../../../widget/stores/modal'
import { anApp } from '../../support/an-app'
import { modalStage, type ModalStage } from './open-modal'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A page with a modal whose screen is a form. */
export interface FormStage extends ModalStage {
  /** Opens any screen, with unchecked parameters, as a script of the page can. */
  show(name: ScreenName, params?: object): Promise<ModalResult>
  /** The text of the heading. */
  title(): string | null | undefined
  /** The messages of the screen; empty without one. */
  alert(): string | null
  status(): string | null
  /** The first field of that name. */
  control(name: string): Control
  /** The six boxes of a code. */
  boxes(): HTMLInputElement[]
  /** The text in the boxes, with a dot for each empty one. */
  code(): string
  enterCode(code: string): void
  /** The text that describes a field; undefined without one. */
  note(name: string): string | null | undefined
  /** The focused field or button. */
  focused(): Element | null | undefined
  button(label: string): HTMLButtonElement | undefined
  press(label: string): Promise<void>
}

/** @param app differences from the default app; passwordless is offered unless the test sets it */
export function formStage(app: Partial<App> = {}): FormStage {
  const passwordless = { enabled: true, isDefault: false }
  const stage = modalStage({ app: anApp({ additionalAuthMethods: { passwordless }, ...app }) })
  const root = (): ShadowRoot => stage.element().shadowRoot!
  const boxes = (): HTMLInputElement[] => [...root().querySelectorAll<HTMLInputElement>('input[name=code]')]
  const control = (name: string): Control => root().querySelector<Control>(`[name="${name}"]`)!
  const button = (label: string): HTMLButtonElement | undefined =>
    [...root().querySelectorAll('button')].find(({ textContent }) => textContent === label)
  return {
    ...stage,
    control,
    boxes,
    button,
    show(name, params = {}) {
      const results: Promise<ModalResult>[] = []
      act(() => void results.push(requestModal(name, params)))
      return results[0]!
    },
    title: () => root().querySelector('h2')?.textContent,
    alert: () => stage.find('.toast[role=alert]').textContent,
    status: () => stage.find('.toast[role=status]').textContent,
    code: () =>
      boxes()
        .map(({ value }) => value || '.')
        .join(''),
    enterCode: (code) =>
      Array.from(code).forEach((digit, index) => {
        const box = boxes()[index]!
        act(() => {
          box.value = digit
          box.dispatchEvent(new InputEvent('input', { bubbles: true, data: digit }))
        })
      }),
    note: (name) => root().getElementById(control(name).getAttribute('aria-describedby') ?? '')?.textContent,
    focused: () => root().activeElement,
    async press(label) {
      const found = button(label)
      if (!found) throw new Error(`No button reads "${label}" in: ${root().textContent}`)
      await act(async () => found.click())
    },
  }
}

/** A custom field in a response. */
export const aField = (key: string, changes: Partial<CustomField> = {}): CustomField => ({
  key,
  label: `The ${key}`,
  type: 'text',
  options: [],
  required: false,
  order: null,
  hidden: false,
  visibility: 'PRIVATE',
  restrictToAdmin: false,
  ...changes,
})
