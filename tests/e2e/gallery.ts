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
 * @param demo origin of the demo pages @param look one of the gallery's looks
 * @returns the open dialog
 */
export async function openState(page: Page, demo: string, { screen, state }: GalleryState, look = 'page') {
  await page.goto(demo + addressOf(screen, state, look))
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

/** The modal itself, in the shadow root within the page's dialog. */
export const overlayOf = (dialog: Locator): Locator => dialog.locator('[part=overlay]')
