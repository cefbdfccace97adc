import { useStore } from '@nanostores/react'
import { type ReactNode, useContext } from 'react'
import { CopyContext, useSidebar } from './sidebar-context'

interface SectionProps {
  title: string
  /** Of the owner’s dashboard, where this can be changed. */
  edit?: 'members' | 'profile' | 'gated-content' | 'settings/design' | 'plans'
  /** Data to be shown as they are, and copied. */
  raw?: unknown
  children?: ReactNode
}

export function Section({ title, edit, raw, children }: SectionProps) {
  const dashboard = useStore(useSidebar().store.appData)?.inspectorLinks?.dashboard
  const copy = useContext(CopyContext)
  const text = JSON.stringify(raw, null, 2)
  return (
    <section>
      <div className="head">
        <h2>{title}</h2>
        {edit && dashboard && (
          <a href={dashboard + edit} target="_blank" rel="noopener" aria-label={`Edit ${title}`}>
            Edit
          </a>
        )}
        {text && (
          <button type="button" aria-label={`Copy ${title}`} onClick={() => copy(text)}>
            Copy
          </button>
        )}
      </div>
      {children}
      {text && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reached by the keyboard, and then say what it is
        <pre tabIndex={0} role="group" aria-label={title}>
          {text}
        </pre>
      )}
    </section>
  )
}
