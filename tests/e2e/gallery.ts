import type { Locator, Page } from '@playwright/test'
import { addressOf, screens } from '../../demo-pages/modals/gallery/states.js'
import { expect } from './product-test'

export interface GalleryState {
  screen: string
  state: string
}

export const screenNames = Object.keys(screens)

export const statesOf = (screen: string): GalleryState[] =>
  Object.keys(screens[screen]?.states ?? {}).map((state) => ({ screen, state }))

/** Expected console messages: API errors and an unreachable server. */
export const provoked = /status of 4\d\d|could not be loaded from/

/**
 * Opens one state.
 * @param demo origin of the demo pages @param look one of the gallery's looks, or `lang:` and a language
 * @returns the open dialog
 */
export async function openState(page: Page, demo: string, { screen, state }: GalleryState, look = 'page') {
  const [, language] = look.split('lang:')
  const address = addressOf(screen, state, language === undefined ? look : 'page')
  await page.goto(demo + address + (language === undefined ? '' : `&lang=${language}`))
  await expect(page.locator('html'), `${screen}, ${state}`).toHaveAttribute('data-gallery', 'ready')
  return page.locator('dialog[open]')
}

/** Elements that overflow or are clipped. */
export function misfits(dialog: Locator): Promise<string[]> {
  return overlayOf(dialog).evaluate((element) => {
    const problems: string[] = []
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) problems.push('the page scrolls')
    if (element.scrollWidth > element.clientWidth) problems.push('the dialog scrolls sideways')
    for (const one of element.querySelectorAll<HTMLElement>('*')) {
      const { left, right, width } = one.getBoundingClientRect()
      if (width <= 1 || one.closest('.visually-hidden')) continue
      const name = `${one.localName}.${one.className} “${(one.textContent ?? '').slice(0, 30)}”`
      if (left < -0.5 || right > innerWidth + 0.5) problems.push(`${name} stands outside`)
      const hides = getComputedStyle(one).overflowX !== 'visible' && !one.matches('input, textarea, select')
      if (hides && one.scrollWidth > one.clientWidth + 1) problems.push(`${name} is cut off`)
    }
    return problems
  })
}

/** Texts and controls that lie over each other, and words that break in their middle. */
export function collisions(dialog: Locator): Promise<string[]> {
  return overlayOf(dialog).evaluate((overlay) => {
    interface Item {
      element: Element
      name: string
      box: DOMRect
      isControl: boolean
    }
    /** Open menus and messages that stay in view are meant to lie over the rest, as is the mark on a button's corner. */
    const LAID_OVER = '.card-menu, .toast, .badge, .loader'
    const CONTROLS = 'button, a[href], input, select, textarea, summary'
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.visually-hidden, option, [hidden]')
    /** Without what a box that scrolls cuts off. */
    const shown = (element: Element, whole = element.getBoundingClientRect()): DOMRect => {
      let { left, right, top, bottom } = whole
      for (let at: Element | null = element; at && at !== overlay; at = at.parentElement) {
        if (getComputedStyle(at).overflow === 'visible') continue
        const box = at.getBoundingClientRect()
        ;[left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
        ;[top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }
    const problems: string[] = []
    const items: Item[] = []
    for (const element of overlay.querySelectorAll(CONTROLS)) {
      const name = element.getAttribute('aria-label') ?? (element.textContent || element.id)
      if (isSeen(element)) items.push({ element, name, box: shown(element), isControl: true })
    }
    const walker = document.createTreeWalker(overlay, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      const element = node.parentElement
      const text = node.textContent ?? ''
      if (!element || !text.trim() || !isSeen(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects())
        items.push({ element, name: text, box: shown(element, box), isControl: false })
      // Letters of scripts without spaces may be on two lines, and so may words that have a place for a hyphen.
      for (const { index, 0: word } of text.matchAll(
        /[\p{Script=Latin}\p{Script=Arabic}\p{Script=Devanagari}\p{M}\p{Nd}’']+/gu,
      )) {
        // The box of a first letter includes the hyphen before it, at the end of the last line.
        range.setStart(node, text[index - 1] === '\u00AD' ? index + 1 : index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
        if (lines.size > 1) problems.push(`“${word}” is broken in “${text}”`)
      }
    }
    const across = (one: DOMRect, other: DOMRect): boolean =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3
    for (const [index, one] of items.entries()) {
      for (const other of items.slice(index + 1)) {
        const isInside = one.element.contains(other.element) || other.element.contains(one.element)
        const isInField = one.element.matches('input') && other.element.matches('.reveal')
        const isOver = one.element.closest(LAID_OVER) !== other.element.closest(LAID_OVER)
        if (isInside || isInField || isOver || !across(one.box, other.box)) continue
        problems.push(`“${one.name}” and “${other.name}” lie over each other`)
      }
    }
    return problems
  })
}

/** Visible controls under 24 pixels in one direction, including their labels. */
export function smallTargets(dialog: Locator): Promise<string[]> {
  return overlayOf(dialog).evaluate((element) =>
    [...element.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea')]
      .filter((one) => one.checkVisibility() && !one.closest('.visually-hidden, [aria-hidden=true]'))
      .map((one) => {
        const labels = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : []
        const boxes = [one, ...labels].map((part) => part.getBoundingClientRect())
        const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
        const height = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top))
        return { name: one.getAttribute('aria-label') ?? (one.textContent || one.id), width, height }
      })
      .filter(({ width, height }) => width < 24 || height < 24)
      .map(({ name, width, height }) => `“${name}” is ${width.toFixed(0)} × ${height.toFixed(0)}`),
  )
}

/** The modal itself: in the shadow root within the page's dialog, or that dialog, in the light DOM. */
export function overlayOf(dialog: Locator): Locator {
  const isOverlay = dialog.page().locator('[part=overlay]')
  return dialog.locator(isOverlay).or(dialog.and(isOverlay))
}
