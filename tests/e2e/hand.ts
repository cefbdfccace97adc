import type { ElementHandle, Locator } from '@playwright/test'
import { expect } from './product-test'

/** How a person uses what is on a page. A journey is written once, for every hand. */
export interface Hand {
  /** Uses a button, link, choice, tab, entry of a menu or list, or row of a table. Its text is enough. */
  press(this: void, target: Locator): Promise<void>
  /** Replaces the text of a field. */
  type(this: void, field: Locator, text: string): Promise<void>
}

/** A limit against hanging, also on a busy machine. */
const HANGS_MS = 30_000

const mouse: Hand = {
  async press(target) {
    await expect(target).toBeVisible({ timeout: HANGS_MS })
    // What a person sees of a choice is its label.
    const label = target.locator('xpath=ancestor-or-self::label')
    await ((await label.count()) > 0 ? label : target).click({ timeout: HANGS_MS })
  },
  type: (field, text) => field.fill(text, { timeout: HANGS_MS }),
}

/**
 * Tab, Shift+Tab, and the arrow keys inside of one widget. It fails if they do not lead to a control, if the control does not
 * show that it has the focus, and if a press left the focus on nothing.
 */
const keyboard: Hand = {
  async press(target) {
    const control = await reach(target)
    const key = await control.evaluate(keyOf)
    // A new document begins without focus; this one had it.
    await control.evaluate((_one, name) => void (document.documentElement.dataset['pressed'] = name), String(target))
    await target.page().keyboard.press(key)
  },
  async type(field, text) {
    await reach(field)
    const keys = field.page().keyboard
    if ((await field.inputValue()) !== '') await keys.press('ControlOrMeta+A')
    if (text === '') await keys.press('Delete')
    else await keys.type(text)
  },
}

export const hands = { mouse, keyboard }
export type HandName = keyof typeof hands

/** Until a dialog or menu that shows has taken the focus, or given it back. */
const FOCUS_MS = 10_000

/** Farther than from the first link of the navigation to the end of the longest screen of a journey. */
const PRESSES_MAX = 60

/** Moves the focus to a control. */
async function reach(target: Locator): Promise<ElementHandle<HTMLElement>> {
  const page = target.page()
  await expect(target).toBeVisible({ timeout: HANGS_MS })
  await expect(target).toBeEnabled({ timeout: HANGS_MS })
  for (let presses = 0; presses <= PRESSES_MAX; presses += 1) {
    await waitForFocus(target)
    // Found again after each key: a page may render again.
    const control = await target.evaluateHandle(controlOf)
    const key = await control.evaluate(keyTo)
    if (key === '') {
      expect(await control.evaluate(showsFocus), `${String(target)} shows that it has the focus`).toBe(true)
      return control
    }
    await page.keyboard.press(key)
  }
  throw new Error(
    `${PRESSES_MAX} keys do not lead to ${String(target)}. The focus is on ${await page.evaluate(nameOfFocused)}`,
  )
}

/** Dialogs, menus and lists take the focus when they open and give it back when they close. */
async function waitForFocus(target: Locator): Promise<void> {
  const problem = async () => (await target.evaluateHandle(controlOf)).evaluate(misplaced)
  if ((await problem()) === '') return
  await expect.poll(problem, { message: `on the way to ${String(target)}`, timeout: FOCUS_MS }).toBe('')
}

/** Runs in the page, as the functions below. */
function controlOf(element: HTMLElement | SVGElement): HTMLElement {
  const label = element.closest('label')
  const own = element.closest<HTMLElement>(
    'button, a[href], input, select, textarea, summary, [role^=menuitem], [role=option], [role=tab], [role=columnheader], [role=row]',
  )
  const control = label?.control ?? own
  if (!control) throw new Error(`${element.outerHTML.slice(0, 200)} is no control.`)
  return control
}

/** The next key on the way to the control; empty if it has the focus. */
function keyTo(control: HTMLElement): string {
  let active: Element | null = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  if (active === control || (control.role === 'row' && control.contains(active))) return ''
  const isBefore = active !== null && (active.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING) > 0
  const widget = control.closest(
    '[role=grid], [role=radiogroup], [role=menu], [role=listbox], [role=tablist], [role=toolbar], fieldset:has([type=radio])',
  )
  const isInside = widget?.contains(active) ?? false
  const isRadio = control instanceof HTMLInputElement && control.type === 'radio'
  if (!active || !isInside || (widget?.matches('fieldset') && !isRadio)) return isBefore ? 'Shift+Tab' : 'Tab'
  const rows = widget?.matches('[role=grid]') ? [active, control].map((one) => one.closest('[role=row]')) : []
  const isAcross = widget?.matches('[role=tablist], [role=toolbar]') || (rows.length > 0 && rows[0] === rows[1])
  // A row comes before its cells, which are inside of it.
  if (isAcross) return isBefore && !active.contains(control) ? 'ArrowLeft' : 'ArrowRight'
  return isBefore ? 'ArrowUp' : 'ArrowDown'
}

/** Why no key should be pressed yet; empty if one may. */
function misplaced(control: HTMLElement): string {
  let active: Element | null = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  const scopeOf = (one: Element | null) =>
    one?.closest('dialog, [role=dialog], [role=alertdialog]:not([aria-modal=false]), [role=menu], [role=listbox]') ??
    null
  const pressed = document.documentElement.dataset['pressed']
  if (!active || active === document.body) return pressed ? `The focus is on nothing after ${pressed}.` : ''
  if (scopeOf(active) === scopeOf(control)) return ''
  return `The focus is on ${active.outerHTML.slice(0, 200)}, in another part of the page.`
}

/** The ring may be around the label, or around its drawing of the control. */
function showsFocus(control: HTMLElement): boolean {
  const label = control.closest('label')
  const parts = [control, ...(label ? [label, ...label.querySelectorAll('*')] : []), ...control.querySelectorAll('*')]
  return parts.some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle === 'auto' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2)
  })
}

/** Space changes choices; Enter would send their form. */
function keyOf(control: HTMLElement): string {
  return control.matches('[type=checkbox], [type=radio], [role=switch]') ? 'Space' : 'Enter'
}

function nameOfFocused(): string {
  let active: Element | null = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active?.outerHTML.slice(0, 300) ?? 'nothing'
}
