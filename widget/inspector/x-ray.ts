import { drawMarks, type MarkDrawing } from './draw-marks'
import type { InspectorStore } from './store'

/**
 * Marks the page’s elements while the sidebar is open and X-ray is on.
 * @returns the end of it
 */
export function startXRay(window: Window & typeof globalThis, layer: HTMLElement, store: InspectorStore): () => void {
  const lists = { error: store.xRayErrorElements, warning: store.xRayWarningElements, found: store.xRayFoundElements }
  let drawing: MarkDrawing | null = null
  const look = (): void => {
    const isOn = store.showSidebar.get() && store.xRayMode.get()
    if (!isOn) drawing?.stop()
    drawing = isOn ? (drawing ?? drawMarks(window, layer)) : null
    drawing?.show({ error: lists.error.get(), warning: lists.warning.get(), found: lists.found.get() })
  }
  const stops = [store.showSidebar, store.xRayMode, ...Object.values(lists)].map((one) => one.listen(look))
  look()
  return () => {
    for (const stop of stops) stop()
    drawing?.stop()
  }
}
