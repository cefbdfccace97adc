import { watchPath } from '../lib/page-lifecycle'
import { createInspectorStorage, type InspectorStorage } from '../storage/inspector'
import { $app } from '../stores/app'
import { $member } from '../stores/identity'
import { setInspector } from '../stores/inspection'
import { createBadge } from './badge'
import { avoidFocus, movableBadge } from './badge-place'
import { createElementEvents, rejectedId } from './element-events'
import { createReveal } from './highlight'
import inspectorRules from './inspector.css?inline'
import { createLog } from './log'
import { type ReportFormat, reports } from './report'
import { createRescans, watchPage } from './rescans'
import { mountSidebar } from './sidebar/sidebar'
import { createInspectorStore, type InspectorSettings, type InspectorStore } from './store'
import { startXRay } from './x-ray'

/**
 * Starts badge, scan, X-ray, log and, once opened, the sidebar in Test Mode.
 * @returns stops everything
 */
export function startInspector(settings: InspectorSettings): () => void {
  const { window } = settings
  const storage = createInspectorStorage(window)
  const store = restoreStore(storage)
  const element = createInspectorElement(window)
  element.attach()
  const events = createElementEvents()
  const stopSync = syncStore(store, storage)
  const log = createLog({ store, storage, window })
  const badge = createBadge(element.badge, store)
  const stopMoving = movableBadge(window, badge.button, storage)
  const { reveal, stop: stopReveal } = createReveal(window, element.highlights, events.placeOf)
  // A page that replaces its whole content also removes the inspector.
  const rescans = createRescans(window, store, events, () => element.attach())
  setInspector((event, at) => {
    if (event.kind === 'inspector-wanted') return store.showSidebar.set(true)
    events.record(event)
    log.record(event, at)
    const isPageChange = event.kind !== 'call' && event.kind !== 'provider'
    if (isPageChange || rejectedId(event) !== null) rescans.request()
  })
  const close = (): void => {
    store.showSidebar.set(false)
    badge.focus()
  }
  const report = (format: ReportFormat): string => reports[format](store, window)
  let unmount: (() => void) | undefined
  const stops = [
    ...stopSync,
    () => log.stop(),
    stopMoving,
    avoidFocus(window, badge.button),
    () => badge.stop(),
    stopReveal,
    () => rescans.stop(),
    startXRay(window, element.highlights, store),
    watchPage(window, () => rescans.request()),
    watchPath(window, () => rescans.restart()),
    store.appData.listen(() => rescans.restart()),
    store.memberData.listen(() => rescans.request()),
    store.showSidebar.subscribe((isOpen) => {
      if (isOpen) unmount ??= mountSidebar({ ...settings, store, container: element.sidebar, reveal, report, close })
    }),
    () => unmount?.(),
    () => element.remove(),
  ]
  return () => stops.forEach((stop) => stop())
}

/** A store with the inspector's settings from the browser's storage. */
const restoreStore = (storage: InspectorStorage): InspectorStore =>
  createInspectorStore({
    xRayMode: storage.readXRayMode(),
    showSide: storage.readSide(),
    showSidebar: storage.readOpen(),
    showTab: storage.readTab(),
  })

/** Copies the page's state into the store, and the inspector's settings into the browser's storage. */
function syncStore(store: InspectorStore, storage: InspectorStorage): (() => void)[] {
  return [
    $app.subscribe((app) => store.appData.set(app)),
    $member.subscribe((member) => store.memberData.set(member ?? null)),
    store.xRayMode.listen(storage.writeXRayMode),
    store.showSide.listen(storage.writeSide),
    store.showSidebar.listen(storage.writeOpen),
    store.showTab.listen(storage.writeTab),
  ]
}

const ELEMENT_NAME = 'ms-inspector'

interface InspectorElement {
  /** Containers in this order. None of them has a box. */
  highlights: HTMLElement
  badge: HTMLElement
  sidebar: HTMLElement
  /** No effect while it is on the page. */
  attach(): void
  remove(): void
}

/**
 * The inspector's element, after the body, which pages replace and the page gate hides. It has no box: it moves
 * nothing, and its content takes part in the page's own stacking order.
 */
function createInspectorElement({ document, CSSStyleSheet }: Window & typeof globalThis): InspectorElement {
  const element = document.createElement(ELEMENT_NAME)
  const root = element.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(inspectorRules)
  root.adoptedStyleSheets = [sheet]
  const place = (): HTMLElement => {
    const part = document.createElement('div')
    part.className = 'place'
    root.append(part)
    return part
  }
  const highlights = place()
  highlights.ariaHidden = 'true'
  return {
    highlights,
    badge: place(),
    sidebar: place(),
    attach() {
      if (!element.isConnected) document.documentElement.append(element)
    },
    remove: () => element.remove(),
  }
}
