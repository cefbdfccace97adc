import { $app } from '../stores/app'
import { $member } from '../stores/member'
import { createInspectorStorage } from '../storage/inspector'
import type { InspectorSettings } from './inspect-test-mode'
import { createInspectorStore } from './store'

/**
 * Badge, scan, X-ray, log and, once it is opened, the sidebar of one page in Test Mode.
 * @returns the end of all of it
 */
export function startInspector({ window }: InspectorSettings): () => void {
  const storage = createInspectorStorage(window)
  const store = createInspectorStore({
    xRayMode: storage.readXRayMode(),
    showSide: storage.readSide(),
    showSidebar: storage.readOpen(),
  })
  const stops = [
    $app.subscribe((app) => store.appData.set(app)),
    $member.subscribe((member) => store.memberData.set(member ?? null)),
    store.xRayMode.listen(storage.writeXRayMode),
    store.showSide.listen(storage.writeSide),
    store.showSidebar.listen(storage.writeOpen),
  ]
  return () => stops.forEach((stop) => stop())
}
