import { createRoot } from 'react-dom/client'
import { SIDEBAR_SHEET_MAX_WIDTH_PX, SIDEBAR_WIDTH_PX } from '../../../contract/limits'
import { reportProblem } from '../../lib/errors'
import type { InspectorSettings } from '../inspect-test-mode'
import type { InspectorStore } from '../store'
import parts from './parts.css?inline'
import { Sidebar } from './sidebar'
import frame from './sidebar.css?inline'
import sheet from './sheet.css?inline'
import values from './values.css?inline'
import { SidebarContext } from './sidebar-context'

export interface SidebarSettings extends InspectorSettings {
  store: InspectorStore
  /** A place in the inspector’s own shadow root, behind the badge. */
  container: Element
  /** Scrolls to an element of the page and lights it up for a moment. */
  reveal: (element: Element) => void
  /** All findings and the log as plain text. */
  report: () => string
  /** Closes the sidebar and gives the focus back to the badge. */
  close: () => void
}

/**
 * Draws the sidebar, which shows while `store.showSidebar` says so.
 * @returns the end of it
 */
export function mountSidebar(settings: SidebarSettings): () => void {
  const place = settings.container.getRootNode()
  const rules = new CSSStyleSheet()
  rules.replaceSync(
    `aside{--width:${SIDEBAR_WIDTH_PX}px}${frame}${parts}${values}@media (width<=${SIDEBAR_SHEET_MAX_WIDTH_PX}px){${sheet}}`,
  )
  if (place instanceof ShadowRoot) place.adoptedStyleSheets = [...place.adoptedStyleSheets, rules]
  const root = createRoot(settings.container, {
    onUncaughtError: (error) => reportProblem('error', 'The inspector could not be drawn.', error),
  })
  root.render(
    <SidebarContext value={settings}>
      <Sidebar />
    </SidebarContext>,
  )
  return () => {
    root.unmount()
    if (place instanceof ShadowRoot)
      place.adoptedStyleSheets = place.adoptedStyleSheets.filter((other) => other !== rules)
  }
}
