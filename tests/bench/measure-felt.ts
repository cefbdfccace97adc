import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchPages } from './bench-pages'
import type { DevtoolsBrowser } from './devtools-pipe'
import { median } from './median'
import { alignColumns } from './format-table'
import { firstPaint, type ThrottledPage, withThrottledPage } from './throttled-page'

/** What a visitor feels, in milliseconds, and what the first visit transfers. */
interface Felt {
  /** Navigation → first paint. */
  firstPaintMs: number
  /** The same with what the first visit put into the cache. */
  reloadPaintMs: number
  /** Navigation → gated content is right: for visitors shown, for members hidden. */
  contentMs: number
  /** Click → form that can be used. */
  clickMs: number
  /** First key in the form → the page can handle it. */
  keyDelayMs: number
  /** Of a first visit until the page rests, with headers. */
  kilobytes: number
}

export const feltPages = ['feltWidget', 'feltHanko', 'feltNetlify'] as const
type FeltPage = (typeof feltPages)[number]
export type FeltRound = Record<FeltPage, Felt>

/**
 * One page after the other, so that a slow moment of the machine affects all of them.
 * @param latencyMs added to each request
 */
export async function measureFelt(browser: DevtoolsBrowser, pages: BenchPages, latencyMs: number): Promise<FeltRound> {
  const measure = (page: FeltPage): Promise<Felt> => measurePage(browser, pages.url(page), latencyMs)
  return {
    feltWidget: await measure('feltWidget'),
    feltHanko: await measure('feltHanko'),
    feltNetlify: await measure('feltNetlify'),
  }
}

/** A first visit with cold caches, then a reload. Bytes are counted in a visit of their own, because counting costs time. */
async function measurePage(browser: DevtoolsBrowser, url: string, latencyMs: number): Promise<Felt> {
  let bytes = 0
  await withThrottledPage(browser, url, async () => {}, { onReceived: (more) => (bytes += more) })
  return { ...(await measureVisit(browser, url, latencyMs)), kilobytes: bytes / 1000 }
}

function measureVisit(browser: DevtoolsBrowser, url: string, latencyMs: number): Promise<Omit<Felt, 'kilobytes'>> {
  const how = { latencyMs, before: `(${watchPage.toString()})()` }
  return withThrottledPage(
    browser,
    url,
    async (page) => {
      const { evaluate, send } = page
      const number = async (expression: string): Promise<number> => {
        const value = await evaluate(expression)
        if (typeof value !== 'number') throw new Error(`${url} answered ${String(value)} instead of a time.`)
        return value
      }
      const firstPaintMs = await firstPaint(page)
      const contentMs = await number('window.benchContentMs')
      const clicked = number(`(${clickAndWait.toString()})()`)
      await click(send, { x: await number(middleOfButton('x')), y: await number(middleOfButton('y')) })
      const clickMs = await clicked
      await send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key: 'a',
        code: 'KeyA',
        text: 'a',
        windowsVirtualKeyCode: 65,
      })
      const keyDelayMs = await number(`(${keyDelay.toString()})()`)
      await page.reload()
      return { firstPaintMs, reloadPaintMs: await firstPaint(page), contentMs, clickMs, keyDelayMs }
    },
    how,
  )
}

const middleOfButton = (axis: 'x' | 'y'): string =>
  `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(document.getElementById('open').getBoundingClientRect()).${axis}`

/** From the pointer's arrival on a button to the press: a quick person's. */
const HOVER_MS = 100

async function click(send: ThrottledPage['send'], at: { x: number; y: number }): Promise<void> {
  const mouse = (type: string) => send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 })
  await send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at })
  await sleep(HOVER_MS)
  await mouse('mousePressed')
  await mouse('mouseReleased')
}

/** Runs before the page, and in its frames. */
function watchPage(): void {
  const onKey = ({ timeStamp }: Event): void =>
    void Object.assign(top ?? window, { benchKeyMs: performance.now() - timeStamp })
  addEventListener('keydown', onKey, { capture: true, once: true })
  const look = (): void => {
    const isShown = (id: string): boolean =>
      document.getElementById(id)?.checkVisibility({ visibilityProperty: true }) ?? false
    if (!isShown('for-visitors') || isShown('for-members')) return void requestAnimationFrame(look)
    Object.assign(window, { benchContentMs: performance.now() })
  }
  requestAnimationFrame(look)
}

/** Runs in the page: milliseconds from the next click to the first painted frame with an email field. */
function clickAndWait(): Promise<number> {
  const hosts = 'ms-modal-host, hanko-auth, iframe'
  const fieldIn = (root: ParentNode): Element | null => {
    const found = root.querySelector('input[type=email], input[name=email]')
    if (found) return found
    for (const host of root.querySelectorAll(hosts)) {
      const inside = host instanceof HTMLIFrameElement ? host.contentDocument : host.shadowRoot
      const field = inside && fieldIn(inside)
      if (field) return field
    }
    return null
  }
  const button = document.getElementById('open')
  if (!button) throw new Error('The page has no button to click.')
  return new Promise((resolve, reject) => {
    let started = performance.now()
    const look = (): void => {
      if (performance.now() - started > 20_000) return reject(new Error('No form came.'))
      if (!fieldIn(document)?.getBoundingClientRect().height) return void requestAnimationFrame(look)
      // A task after this frame: the frame has been painted by then.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve(performance.now() - started), { once: true })
      port1.start()
      port2.postMessage(null)
    }
    const begin = (event: Event): void => {
      started = event.timeStamp
      requestAnimationFrame(look)
    }
    button.addEventListener('click', begin, { capture: true, once: true })
  })
}

/** Runs in the page. */
function keyDelay(): Promise<number> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('No key came.')), 5_000)
    const look = (): void => {
      const delay: unknown = Reflect.get(window, 'benchKeyMs')
      if (typeof delay === 'number') resolve(delay)
      else setTimeout(look, 10)
    }
    look()
  })
}

const names: Readonly<Record<FeltPage, string>> = {
  feltWidget: 'this widget',
  feltHanko: 'Hanko Elements 2.7.0',
  feltNetlify: 'Netlify Identity 2.0.3',
}

const figures = {
  firstPaintMs: 'first paint',
  reloadPaintMs: 'paint of a reload',
  contentMs: 'gated content right',
  clickMs: 'click → form',
  keyDelayMs: 'first key',
  kilobytes: 'bytes',
} as const satisfies Record<keyof Felt, string>

const figureNames = ['firstPaintMs', 'reloadPaintMs', 'contentMs', 'clickMs', 'keyDelayMs', 'kilobytes'] as const

/** The medians as a terminal table. The goal of each figure is the fastest peer's. */
export function formatFelt(rounds: readonly FeltRound[]): string {
  const middle = (page: FeltPage, figure: keyof Felt): number => median(rounds.map((round) => round[page][figure]))
  const goal = (figure: keyof Felt): number => Math.min(middle('feltHanko', figure), middle('feltNetlify', figure))
  const amount = (value: number, figure: keyof Felt): string =>
    `${value.toFixed(0)} ${figure === 'kilobytes' ? 'kB' : 'ms'}`
  const row = (page: FeltPage): string[] => [
    names[page],
    ...figureNames.map((figure) => amount(middle(page, figure), figure)),
    '',
  ]
  const met = figureNames.map((figure) => (middle('feltWidget', figure) <= goal(figure) ? 'met' : 'MISSED'))
  return alignColumns([
    ['', ...figureNames.map((figure) => figures[figure]), ''],
    ...feltPages.map(row),
    ['goal: the fastest peer', ...figureNames.map((figure) => amount(goal(figure), figure)), ''],
    ['', ...met, ''],
  ])
}
