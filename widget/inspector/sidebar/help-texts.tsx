import { Disclosure } from './disclosure'
import { useSidebar } from './sidebar-context'
import type { Help } from './use-help'
import { WaitingNote } from './waiting-note'

/** What a finding means and how to mend it. */
export function HelpTexts({ id, help }: { id: string; help: Help }) {
  const { apiUrl } = useSidebar()
  if (!help.value) return <WaitingNote answer={help} />
  const entry = help.value.find((one) => one.id === id)
  if (!entry) return <p className="note">There is no explanation of this yet.</p>
  return (
    <>
      <p>{entry.description}</p>
      {entry.helpItems.length > 0 && <h4>Need help?</h4>}
      {entry.helpItems.map(({ title, description }) => (
        <Disclosure key={title} title={<span>{title}</span>}>
          <p>{description}</p>
        </Disclosure>
      ))}
      <a href={`${apiUrl}/${entry.documentationLink}`} target="_blank" rel="noopener">
        Documentation
      </a>
    </>
  )
}
