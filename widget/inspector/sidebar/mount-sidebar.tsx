import { createRoot } from 'react-dom/client'
import type { InspectorSettings } from '../inspect-test-mode'
import type { InspectorStore } from '../store'

export interface SidebarSettings extends InspectorSettings {
  store: InspectorStore
  /** A place in the inspector’s own shadow root. */
  container: Element
}

/**
 * Draws the sidebar, which is open from then on.
 * @returns the end of it
 */
export function mountSidebar({ container }: SidebarSettings): () => void {
  const root = createRoot(container)
  root.render(<aside />)
  return () => root.unmount()
}
