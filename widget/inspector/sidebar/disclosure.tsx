import { type ReactNode, useState } from 'react'
import { Icon } from './icon'

interface DisclosureProps {
  title: ReactNode
  /** Whether the title is a heading. */
  heading?: 'h3' | 'div'
  className?: string
  startsOpen?: boolean
  /** Called when somebody opens it. */
  onOpen?: () => void
  children: ReactNode
}

/** A button, and below it what it shows and hides. */
export function Disclosure({
  title,
  heading: Heading = 'div',
  className,
  startsOpen = false,
  ...rest
}: DisclosureProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const toggle = (): void => {
    setOpen(!isOpen)
    if (!isOpen) rest.onOpen?.()
  }
  return (
    <div className={className}>
      <Heading>
        <button type="button" className="row" aria-expanded={isOpen} onClick={toggle}>
          {title}
          <Icon name="chevron" />
        </button>
      </Heading>
      {isOpen && <div className="inside">{rest.children}</div>}
    </div>
  )
}
