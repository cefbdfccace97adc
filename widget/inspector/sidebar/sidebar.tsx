import { useStore } from '@nanostores/react'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { InspectorLinks } from '../../../contract/entities'
import { SIDEBAR_SHEET_MAX_WIDTH_PX, SIDEBAR_WIDTH_PX } from '../../../contract/limits'
import { adoptSheet, deepActiveElement, discardSheet, sheetOf } from '../../lib/dom'
import { reportProblem } from '../../lib/errors'
import type { Tab } from '../store'
import { AppTab } from './app-tab'
import { InspectorTab } from './inspector-tab'
import { MemberTab } from './member-tab'
import { Icon } from './parts'
import parts from './parts.css?inline'
import sheet from './sheet.css?inline'
import {
  CopyContext,
  type Notice,
  SidebarContext,
  type SidebarSettings,
  useCopy,
  useHelp,
  useSidebar,
} from './sidebar-context'
import frame from './sidebar.css?inline'
import values from './values.css?inline'

/** Its texts are English, so it is `dir="ltr"` on every page. */
export function Sidebar() {
  const { store, close } = useSidebar()
  const isOpen = useStore(store.showSidebar)
  const side = useStore(store.showSide)
  const tab = useStore(store.showTab)
  const { notice, copy, dismiss } = useCopy()
  const help = useHelp(isOpen)
  const [sheetHeight, setSheetHeight] = useState(SHEET_HEIGHT_VH)
  const sheetStyle: CSSProperties & { '--sheet-height': string } = { '--sheet-height': `${sheetHeight}vh` }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    // The page may have its own Escape listener.
    event.stopPropagation()
    if (notice) dismiss()
    else close()
  }
  return (
    <CopyContext value={copy}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it wherever the focus is within */}
      <aside
        aria-label="Membership inspector"
        lang="en"
        dir="ltr"
        data-side={side}
        hidden={!isOpen}
        onKeyDown={onKeyDown}
        style={sheetStyle}
      >
        <SheetHandle height={sheetHeight} onChange={setSheetHeight} />
        <SideButton />
        <div className="bar">
          <TabList />
          <button type="button" className="close" aria-label="Close the inspector" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        {/* A new one for each tab, so that it starts at its top. */}
        <div key={tab} className="scroll" role="tabpanel" id="panel" aria-labelledby={tab}>
          {tab === 'inspector' && <InspectorTab help={help} />}
          {tab === 'member' && <MemberTab />}
          {tab === 'app' && <AppTab />}
          <Links />
        </div>
        <CopyNotice notice={notice} onDismiss={dismiss} />
      </aside>
    </CopyContext>
  )
}

const opposites = { left: 'right', right: 'left' } as const

/** Moves the sidebar to the other side of the window. */
function SideButton() {
  const { showSide } = useSidebar().store
  const other = opposites[useStore(showSide)]
  return (
    <button type="button" className="side" aria-label={`Move to the ${other}`} onClick={() => showSide.set(other)}>
      <Icon name="chevron" />
    </button>
  )
}

const SHEET_HEIGHT_VH = 60
const SHEET_MIN_VH = 20
const SHEET_MAX_VH = 90
const SHEET_STEP_VH = 10

/** Keys of the handle, as for a window splitter (ARIA Authoring Practices). */
const heights: Readonly<Record<string, (height: number) => number>> = {
  ArrowUp: (height) => height + SHEET_STEP_VH,
  ArrowDown: (height) => height - SHEET_STEP_VH,
  Home: () => SHEET_MIN_VH,
  End: () => SHEET_MAX_VH,
}

interface SheetHandleProps {
  /** In vh. */
  height: number
  onChange: (height: number) => void
}

/** On a narrow window: drag it, or press the arrow keys, to resize the sheet. */
function SheetHandle({ height, onChange }: SheetHandleProps) {
  const set = (next: number): void => onChange(Math.round(Math.min(SHEET_MAX_VH, Math.max(SHEET_MIN_VH, next))))
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = heights[event.key]?.(height)
    if (next === undefined) return
    // Otherwise the page would scroll.
    event.preventDefault()
    set(next)
  }
  const onPointerMove = ({ buttons, clientY }: PointerEvent): void => {
    if (buttons !== 0) set((1 - clientY / window.innerHeight) * 100)
  }
  return (
    <div
      className="handle"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <hr> cannot be moved
      role="separator"
      aria-label="Height of the inspector"
      aria-orientation="horizontal"
      aria-valuenow={height}
      aria-valuemin={SHEET_MIN_VH}
      aria-valuemax={SHEET_MAX_VH}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
    />
  )
}

const tabs = [
  ['inspector', 'Inspector'],
  ['member', 'Member'],
  ['app', 'App'],
] as const satisfies readonly (readonly [Tab, string])[]

/** The next tab by key, from tab `at`. */
const steps: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => (at + 1) % tabs.length,
  ArrowLeft: (at) => (at + tabs.length - 1) % tabs.length,
  Home: () => 0,
  End: () => tabs.length - 1,
}

/** ARIA Authoring Practices: one tab stop, arrow keys choose. */
function TabList() {
  const { showTab } = useSidebar().store
  const chosen = useStore(showTab)
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = steps[event.key]?.(tabs.findIndex(([tab]) => tab === chosen))
    const tab = next === undefined ? undefined : tabs[next]?.[0]
    if (!tab) return
    // Otherwise the page would scroll.
    event.preventDefault()
    showTab.set(tab)
    list.current?.querySelector<HTMLElement>(`#${tab}`)?.focus()
  }
  return (
    <div ref={list} className="tabs" role="tablist" tabIndex={-1} aria-label="Inspector" onKeyDown={onKeyDown}>
      {tabs.map(([tab, name]) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tab}
          aria-selected={tab === chosen}
          aria-controls="panel"
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => showTab.set(tab)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

const linkNames = [
  ['helpCenter', 'Help Center'],
  ['aiBot', 'AI Bot'],
  ['components', 'Components'],
  ['forums', 'Forums'],
  ['slack', 'Slack'],
] as const satisfies readonly (readonly [keyof InspectorLinks, string])[]

/** The footer: links that the owner has configured. */
function Links() {
  const links = useStore(useSidebar().store.appData)?.inspectorLinks
  const shown = linkNames.filter(([key]) => links?.[key])
  return (
    shown.length > 0 && (
      <nav aria-label="Help and community">
        {shown.map(([key, name]) => (
          <a key={key} href={links?.[key]} target="_blank" rel="noopener">
            {name}
          </a>
        ))}
      </nav>
    )
  )
}

interface CopyNoticeProps {
  notice: Notice | null
  onDismiss: () => void
}

/** The live region always exists, so that its text is announced. */
function CopyNotice({ notice, onDismiss }: CopyNoticeProps) {
  const text = notice?.text
  return (
    <>
      <output className="notice">
        {notice && (text === undefined ? 'Copied' : 'The browser blocked copying. Press Ctrl+C, or ⌘C.')}
      </output>
      {text !== undefined && <ByHand key={text} text={text} onDismiss={onDismiss} />}
    </>
  )
}

function ByHand({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const before = deepActiveElement(document)
    field.current?.focus()
    field.current?.select()
    return () => before?.focus()
  }, [])
  return (
    <div className="notice">
      <textarea ref={field} readOnly rows={3} value={text} aria-label="Text to copy" />
      <button type="button" className="button" onClick={onDismiss}>
        Done
      </button>
    </div>
  )
}

/**
 * Renders the sidebar while `store.showSidebar` is true.
 * @returns removes it
 */
export function mountSidebar(settings: SidebarSettings): () => void {
  const place = settings.container.getRootNode()
  const rules = sheetOf(
    `aside{--width:${SIDEBAR_WIDTH_PX}px}${frame}${parts}${values}@media (width<=${SIDEBAR_SHEET_MAX_WIDTH_PX}px){${sheet}}`,
  )
  if (place instanceof ShadowRoot) adoptSheet(place, rules)
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
    if (place instanceof ShadowRoot) discardSheet(place, rules)
  }
}
