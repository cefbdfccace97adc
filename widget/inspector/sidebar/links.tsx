import { useStore } from '@nanostores/react'
import type { InspectorLinks } from '../../../contract/entities'
import { useSidebar } from './sidebar-context'

const names = [
  ['helpCenter', 'Help Center'],
  ['aiBot', 'AI Bot'],
  ['components', 'Components'],
  ['forums', 'Forums'],
  ['slack', 'Slack'],
] as const satisfies readonly (readonly [keyof InspectorLinks, string])[]

/** Of the footer: those that the owner has given a target. */
export function Links() {
  const links = useStore(useSidebar().store.appData)?.inspectorLinks
  const shown = names.filter(([key]) => links?.[key])
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
