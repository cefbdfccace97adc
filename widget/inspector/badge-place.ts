import type { InspectorStorage } from '../storage/inspector'

/** Distance of the badge from the bottom center, in pixels: right and up. */
interface Shift {
  x: number
  y: number
}

/** A shorter movement is a click. */
const DRAG_MIN_PX = 6
const KEY_STEP_PX = 24
const EDGE_PX = 4

const steps: Readonly<Record<string, Shift>> = {
  ArrowLeft: { x: -KEY_STEP_PX, y: 0 },
  ArrowRight: { x: KEY_STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: KEY_STEP_PX },
  ArrowDown: { x: 0, y: -KEY_STEP_PX },
}

/**
 * Lets people drag the badge off a button of their page, or move it by arrow keys. Its place is remembered.
 * @returns stops it
 */
export function movableBadge(
  window: Window & typeof globalThis,
  badge: HTMLElement,
  storage: Pick<InspectorStorage, 'readBadgePlace' | 'writeBadgePlace'>,
): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let shift = readShift(storage.readBadgePlace())
  const move = (wanted: Shift): void => {
    shift = within(window, badge, wanted)
    badge.style.setProperty('--x', `${shift.x}px`)
    badge.style.setProperty('--y', `${-shift.y}px`)
  }
  const save = (): void => storage.writeBadgePlace(`${shift.x},${shift.y}`)
  let start: (Shift & { pointer: number; from: Shift }) | null = null
  let isDragged = false
  const on = <Type extends keyof HTMLElementEventMap>(type: Type, act: (event: HTMLElementEventMap[Type]) => void) =>
    badge.addEventListener(type, act, { signal, capture: true })
  on('pointerdown', ({ pointerId, clientX, clientY, button }) => {
    isDragged = false
    start = button === 0 ? { pointer: pointerId, x: clientX, y: clientY, from: shift } : null
    // A quick movement leaves the badge before it can follow.
    if (start) badge.setPointerCapture(pointerId)
  })
  on('pointermove', ({ pointerId, clientX, clientY }) => {
    if (start?.pointer !== pointerId) return
    const [x, y] = [clientX - start.x, start.y - clientY]
    if (!isDragged && Math.hypot(x, y) < DRAG_MIN_PX) return
    isDragged = true
    move({ x: start.from.x + x, y: start.from.y + y })
  })
  for (const type of ['pointerup', 'pointercancel'] as const)
    on(type, () => {
      start = null
      if (isDragged) save()
    })
  on('click', (event) => {
    // A drag ends in a click, which must not open the sidebar.
    if (isDragged && event.detail > 0) event.stopImmediatePropagation()
    isDragged = false
  })
  on('keydown', (event) => {
    const step = steps[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    move({ x: shift.x + step.x, y: shift.y + step.y })
    save()
  })
  window.addEventListener('resize', () => move(shift), { signal })
  move(shift)
  return () => ended.abort()
}

/** Makes the badge invisible while it would lie on the focused control of the page. @returns stops it */
export function avoidFocus(window: Window, badge: HTMLElement): () => void {
  const ended = new AbortController()
  const look = (): void => void badge.toggleAttribute('data-away', covers(badge, window.document.activeElement))
  for (const type of ['focusin', 'focusout', 'scroll', 'resize'] as const)
    window.addEventListener(type, look, { signal: ended.signal, capture: true, passive: true })
  return () => ended.abort()
}

/** What people use. A whole page can have the focus, too, after a change of the route. */
const CONTROLS = 'input, textarea, select, button, a, summary, [contenteditable], [tabindex="0"]'

/** Whether the focused control of the page is under the badge. */
function covers(badge: HTMLElement, focused: Element | null): boolean {
  if (!focused?.matches(CONTROLS)) return false
  const [own, other] = [badge.getBoundingClientRect(), focused.getBoundingClientRect()]
  return own.left < other.right && other.left < own.right && own.top < other.bottom && other.top < own.bottom
}

/** Any script of the site can write the stored text. */
function readShift(stored: string | null): Shift {
  const [x = 0, y = 0] = (stored ?? '').split(',').map(Number)
  return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : { x: 0, y: 0 }
}

/** Keeps all of the badge on the screen. */
function within({ innerWidth, innerHeight }: Window, badge: HTMLElement, { x, y }: Shift): Shift {
  const side = Math.max(0, (innerWidth - badge.offsetWidth) / 2 - EDGE_PX)
  const top = Math.max(0, innerHeight - badge.offsetHeight - BOTTOM_PX - EDGE_PX)
  return { x: Math.min(Math.max(x, -side), side), y: Math.min(Math.max(y, 0), top) }
}

/** As in inspector.css. */
const BOTTOM_PX = 12
