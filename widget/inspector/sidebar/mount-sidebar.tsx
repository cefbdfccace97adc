import { createRoot } from 'react-dom/client'
import { SIDEBAR_SHEET_MAX_WIDTH_PX, SIDEBAR_WIDTH_PX } from '../../../contract/limits'
import { reportProblem } from '../../lib/errors'
import parts from './parts.css?inline'
import sheet from './sheet.css?inline'
import { Sidebar } from './sidebar'
import { SidebarContext, type SidebarSettings } from './sidebar-context'
import frame from './sidebar.css?inline'
import values from './values.css?inline'

/**
 * Renders the sidebar, which shows while `store.showSidebar` is true.
 * @returns removes it
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
