import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useRef } from 'react'
import type { Tab } from '../store'
import { useSidebar } from './sidebar-context'

const tabs = [
  ['inspector', 'Inspector'],
  ['member', 'Member'],
  ['app', 'App'],
] as const satisfies readonly (readonly [Tab, string])[]

/** Where a key leads to, from tab `at`. */
const steps: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => (at + 1) % tabs.length,
  ArrowLeft: (at) => (at + tabs.length - 1) % tabs.length,
  Home: () => 0,
  End: () => tabs.length - 1,
}

/** ARIA Authoring Practices, tabs: one stop of the Tab key, arrows choose. */
export function TabList() {
  const { showTab } = useSidebar().store
  const chosen = useStore(showTab)
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = steps[event.key]?.(tabs.findIndex(([tab]) => tab === chosen))
    const tab = next === undefined ? undefined : tabs[next]?.[0]
    if (!tab) return
    // The page behind would scroll.
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
