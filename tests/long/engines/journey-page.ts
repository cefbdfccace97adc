import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '../../support/wait-until'
import type { EngineTab, Key } from './engine'
import { type Kind, locate, type Place } from './locate'

/** A page for journeys, the same for every engine. Every action waits until it is possible. */
export interface JourneyPage {
  goto(url: string): Promise<void>
  /** As an unknown visitor. */
  gotoAsVisitor(url: string): Promise<void>
  /** @param name of a button or link; `…` at the end matches a prefix */
  click(name: string): Promise<void>
  /** Waits until the page's URL starts with this. */
  isAt(url: string): Promise<void>
  /** By keyboard only. @param name of a field, button or link */
  tabTo(name: string): Promise<void>
  /** @param label of the field */
  valueOf(label: string): Promise<string>
  /** Goes back in the browser's history. @param url of the previous page */
  back(url: string): Promise<void>
  /** Logs in with a session token, from the next page on. */
  storeSession(token: string): Promise<void>
  /** @param label of the field */
  fill(label: string, text: string): Promise<void>
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  clickBeside(): Promise<void>
  sees(text: string): Promise<void>
  /** Waits until a field has this value. @param label of the field */
  holds(label: string, value: string): Promise<void>
  seesNoMore(text: string): Promise<void>
  /** Waits until a field or button is focused. */
  hasFocusOn(name: string): Promise<void>
  /** Waits until the page reports that the widget is ready. */
  isReady(): Promise<void>
}

const PATIENCE_MS = 20_000
/** Pause between two lookups of the same position: nothing moves any longer. */
const STILL_MS = 120
/** More controls than our pages and dialogs have. */
const TABS_MAX = 40

export function journeyPage(tab: EngineTab): JourneyPage {
  const find = async (kind: Kind, name: string): Promise<Place> => {
    let place: Place | null = null
    await waitUntil(
      `the ${kind} “${name}” can be used`,
      async () => {
        const before = await tab.run(locate, kind, name)
        await sleep(STILL_MS)
        place = await tab.run(locate, kind, name)
        return before !== null && place !== null && before.x === place.x && before.y === place.y
      },
      PATIENCE_MS,
    )
    return place ?? { x: 0, y: 0 }
  }
  const clickOn = async (kind: Kind, name: string): Promise<void> => {
    const { x, y } = await find(kind, name)
    await tab.clickAt(x, y)
  }
  const isSeen = async (text: string): Promise<boolean> => (await tab.run(locate, 'text', text)) !== null
  return {
    goto: (url) => tab.goto(url),
    async gotoAsVisitor(url) {
      await tab.goto(url)
      await tab.run(() => localStorage.clear())
      await tab.goto(url)
    },
    click: (name) => clickOn('button', name),
    isAt: (url) =>
      waitUntil(`the page is ${url}`, () => tab.run((start) => location.href.startsWith(start), url), PATIENCE_MS),
    async tabTo(name) {
      const met: string[] = []
      for (let step = 0; step < TABS_MAX; step += 1) {
        const names = await tab.run(namesOfFocus)
        if (names.includes(name)) return
        met.push((names.find(Boolean) ?? '').replace(/\s+/gu, ' ').slice(0, 30))
        await tab.press('Tab')
      }
      throw new Error(`The tab key came to ${met.join(', ')}, and never to “${name}”.`)
    },
    async valueOf(label) {
      const { x, y } = await find('field', label)
      return (await tab.run(valueAt, x, y)) ?? ''
    },
    async back(url) {
      await tab.run(() => void setTimeout(() => history.back()))
      await waitUntil(`the page is ${url}`, () => tab.run((wanted) => location.href === wanted, url), PATIENCE_MS)
    },
    storeSession: (token) => tab.run((value) => localStorage.setItem('_ms-mid', value), token),
    async fill(label, text) {
      // A click misses if the page scrolls at that moment.
      await waitUntil(
        `a click puts the focus into “${label}”`,
        async () => {
          await clickOn('field', label)
          return (await tab.run(namesOfFocus)).some((name) => isLabelled(name, label))
        },
        PATIENCE_MS,
      )
      await tab.run(selectAllInFocus)
      await tab.type(text)
    },
    type: (text) => tab.type(text),
    press: (key) => tab.press(key),
    clickBeside: () => tab.clickAt(5, 5),
    sees: (text) => waitUntil(`“${text}” shows`, () => isSeen(text), PATIENCE_MS),
    async holds(label, value) {
      const holdsIt = async (): Promise<boolean> => {
        const { x, y } = await find('field', label)
        return (await tab.run(valueAt, x, y)) === value
      }
      await waitUntil(`“${label}” holds “${value}”`, holdsIt, PATIENCE_MS)
    },
    seesNoMore: (text) => waitUntil(`“${text}” is gone`, async () => !(await isSeen(text)), PATIENCE_MS),
    hasFocusOn: (name) =>
      waitUntil(`“${name}” has the focus`, async () => (await tab.run(namesOfFocus)).includes(name), PATIENCE_MS),
    isReady: () =>
      waitUntil('the widget is ready', () => tab.run(() => window.$memberstackReady === true), PATIENCE_MS),
  }
}

/** The selector by which `locate` finds fields. */
function isLabelled(name: string, label: string): boolean {
  const text = name.replace(/\s+/gu, ' ')
  return text === label || text.startsWith(`${label} `)
}

/** Runs in the page: names of the focused element, through every shadow root. */
function namesOfFocus(): string[] {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  if (!active) return []
  const field = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement ? active : null
  const labels = [...(field?.labels ?? [])].map((one) => one.textContent)
  return [active.getAttribute('aria-label'), active.textContent, ...labels].flatMap((name) => name?.trim() ?? [])
}

/** Runs in the page: the value of the field at a position. */
function valueAt(x: number, y: number): string | null {
  let field = document.elementFromPoint(x, y)
  while (field?.shadowRoot) {
    const inside = field.shadowRoot.elementFromPoint(x, y)
    if (!inside || inside === field) break
    field = inside
  }
  return field instanceof HTMLInputElement ? field.value : null
}

/** Runs in the page: selects the text, so that typing replaces it. */
function selectAllInFocus(): void {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  if (active instanceof HTMLInputElement) active.select()
}
