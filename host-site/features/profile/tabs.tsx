import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'

interface Tab<Name extends string> {
  /** Shown in the URL after `#`. */
  name: Name
  label: string
  content: ReactNode
}

interface TabsProps<Name extends string> {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly [Tab<Name>, ...Tab<Name>[]]
  onChange: () => void
}

/** Hidden panels stay mounted. */
export function Tabs<Name extends string>({ label, tabs, onChange }: TabsProps<Name>) {
  const [first, ...others] = tabs
  const [chosen, choose] = useChosenTab([first.name, ...others.map(({ name }) => name)])
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const at = tabs.findIndex(({ name }) => name === chosen)
    const next = neighbour(event, at, tabs.length)
    const tab = next === null ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange()
    choose(tab.name, 'arrow')
    list.current?.querySelectorAll('button')[next ?? 0]?.focus()
  }

  return (
    <>
      {/* oxlint-disable-next-line interactive-supports-focus -- the keys are those of the tabs in it */}
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ name, label: text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === chosen}
            aria-controls={`panel-${name}`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => {
              onChange()
              if (name !== chosen) choose(name, 'pointer')
            }}
          >
            {text}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }) => (
        <div
          key={name}
          className="panel"
          role="tabpanel"
          id={`panel-${name}`}
          aria-labelledby={`tab-${name}`}
          hidden={name !== chosen}
          tabIndex={0}
        >
          {content}
        </div>
      ))}
    </>
  )
}

/** The index that a key moves to; null for any other key. */
function neighbour({ key, currentTarget, altKey, ctrlKey, metaKey }: KeyboardEvent, at: number, count: number) {
  if (altKey || ctrlKey || metaKey) return null
  const ahead = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === ahead) return (at + 1) % count
  if (key === 'ArrowLeft' || key === 'ArrowRight') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/**
 * The tab is in the URL's hash, so that links and the back button work. Unknown hashes change nothing.
 * @param names the first is the default
 */
function useChosenTab<Name extends string>(
  names: readonly [Name, ...Name[]],
): [Name, (name: Name, by: 'pointer' | 'arrow') => void] {
  const hash = useLocationProperty(
    () => window.location.hash,
    () => '',
  )
  const [last, setLast] = useState(names[0])
  const named = hash === '' ? names[0] : (names.find((name) => hash === `#${name}`) ?? last)
  if (named !== last) setLast(named)
  // Arrow keys replace the history entry: otherwise each tab would be a step back.
  return [named, (name, by) => navigate(`#${name}`, { replace: by === 'arrow' })]
}
