import { watchPath } from '../lib/page-lifecycle'
import { createInspectorStorage, type InspectorStorage } from '../storage/inspector'
import { $app } from '../stores/app'
import { setInspector } from '../stores/inspection'
import { $member } from '../stores/identity'
import { createBadge } from './badge'
import type { InspectorSettings } from './inspect-test-mode'
import { createInspectorElement } from './inspector-element'
import { createLog } from './log'
import { createReport } from './report'
import { createRescans } from './rescans'
import { createReveal } from './reveal'
import { mountSidebar } from './sidebar/mount-sidebar'
import { createInspectorStore, type InspectorStore } from './store'
import { createToldElements } from './told-elements'
import { watchPage } from './watch-page'
import { startXRay } from './x-ray'

/**
 * Badge, scan, X-ray, log and, once it is opened, the sidebar of one page in Test Mode.
 * @returns the end of all of it
 */
export function startInspector(settings: InspectorSettings): () => void {
  const { window } = settings
  const storage = createInspectorStorage(window)
  const store = createInspectorStore({
    xRayMode: storage.readXRayMode(),
    showSide: storage.readSide(),
    showSidebar: storage.readOpen(),
  })
  const element = createInspectorElement(window)
  element.attach()
  const told = createToldElements()
  const stopKeeping = keepStore(store, storage)
  const log = createLog({ store, storage, window })
  const badge = createBadge(element.badge, store)
  const { reveal, stop: stopReveal } = createReveal(window, element.marks, told.placeOf)
  // A page that has swapped its whole content took the inspector with it.
  const rescans = createRescans(window, store, told, () => element.attach())
  setInspector((event, at) => {
    if (event.kind === 'inspector-wanted') return store.showSidebar.set(true)
    told.tell(event)
    log.tell(event, at)
    if (event.kind !== 'call' && event.kind !== 'provider') rescans.ask()
  })
  const close = (): void => {
    store.showSidebar.set(false)
    badge.focus()
  }
  const report = (): string => createReport(store, window)
  let unmount: (() => void) | undefined
  const stops = [
    ...stopKeeping,
    () => log.stop(),
    () => badge.stop(),
    stopReveal,
    () => rescans.stop(),
    startXRay(window, element.marks, store),
    watchPage(window, () => rescans.ask()),
    watchPath(window, () => rescans.restart()),
    store.appData.listen(() => rescans.restart()),
    store.memberData.listen(() => rescans.ask()),
    store.showSidebar.subscribe((isOpen) => {
      if (isOpen) unmount ??= mountSidebar({ ...settings, store, container: element.sidebar, reveal, report, close })
    }),
    () => unmount?.(),
    () => element.remove(),
  ]
  return () => stops.forEach((stop) => stop())
}

/** What the page knows goes into the store, what was chosen in the inspector into the browser. */
function keepStore(store: InspectorStore, storage: InspectorStorage): (() => void)[] {
  return [
    $app.subscribe((app) => store.appData.set(app)),
    $member.subscribe((member) => store.memberData.set(member ?? null)),
    store.xRayMode.listen(storage.writeXRayMode),
    store.showSide.listen(storage.writeSide),
    store.showSidebar.listen(storage.writeOpen),
  ]
}
