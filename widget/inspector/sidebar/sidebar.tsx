import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { InspectorLinks } from '../../../contract/entities'
import { deepActiveElement } from '../../lib/dom'
import type { Tab } from '../store'
import { AppTab } from './app-tab'
import { InspectorTab } from './inspector-tab'
import { MemberTab } from './member-tab'
import { Icon } from './parts'
import { CopyContext, type Notice, useCopy, useHelp, useSidebar } from './sidebar-context'

const opposites = { left: 'right', right: 'left' } as const

/** Its texts are English, so it is `dir="ltr"` on every page. */
export function Sidebar() {
  const { store, close } = useSidebar()
  const isOpen = useStore(store.showSidebar)
  const side = useStore(store.showSide)
  const tab = useStore(store.showTab)
  const { notice, copy, dismiss } = useCopy()
  const help = useHelp(isOpen)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    // The page may have its own listener for Escape.
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
      >
        <button
          type="button"
          className="side"
          aria-label={`Move to the ${opposites[side]}`}
          onClick={() => store.showSide.set(opposites[side])}
        >
          <Icon name="chevron" />
        </button>
        <TabList />
        <div className="scroll" role="tabpanel" id="panel" aria-labelledby={tab}>
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

/** ARIA Authoring Practices: one tab stop, arrows choose. */
function TabList() {
  const { showTab } = useSidebar().store
  const chosen = useStore(showTab)
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = steps[event.key]?.(tabs.findIndex(([tab]) => tab === chosen))
    const tab = next === undefined ? undefined : tabs[next]?.[0]
    if (!tab) return
    // The page would scroll.
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

/** The live region is always there, so that its text is announced. */
function CopyNotice({ notice, onDismiss }: CopyNoticeProps) {
  const text = notice?.text
  return (
    <>
      <output className="notice">
        {notice && (text === undefined ? 'Copied' : 'This page may not copy. Press Ctrl+C, or ⌘C.')}
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
