import { useStore } from '@nanostores/react'
import { type ReactNode, useContext, useState } from 'react'
import { webUrl } from '../../lib/urls'
import type { ItemType } from '../store'
import { CopyContext, type Loaded, useSidebar } from './sidebar-context'

interface SectionProps {
  title: string
  /** The page of the owner's dashboard for changes. */
  edit?: 'members' | 'profile' | 'gated-content' | 'settings/design' | 'plans'
  /** Data to show as JSON with a copy button. */
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
          <a
            href={dashboard.replace(/[^/#=]$/, '$&/') + edit}
            target="_blank"
            rel="noopener"
            aria-label={`Edit ${title}`}
          >
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

interface DisclosureProps {
  title: ReactNode
  /** Whether the title is a heading. */
  heading?: 'h3' | 'div'
  className?: string
  startsOpen?: boolean
  onOpen?: () => void
  children: ReactNode
}

/** A button that shows and hides what is below it. */
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

interface ValueBoxProps {
  label: string
  value: unknown
  /** Show an image, whatever its URL ends in. */
  isImage?: boolean
}

const COLOR = /^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(rgb|hsl|hwb|(ok)?(lab|lch))a?\([\w\s.,%/+-]+\))$/i
const IMAGE = /\.(png|jpe?g|gif)$/i

/** A labeled value; a click copies it. */
export function ValueBox({ label, value, isImage = false }: ValueBoxProps) {
  const copy = useContext(CopyContext)
  const text = textOf(value)
  if (text === '')
    return (
      <p className="value">
        <span>{label}</span>
        <i>Not set</i>
      </p>
    )
  return (
    <button type="button" className="value" title="Copy" onClick={() => copy(text)}>
      <span>{label}</span>
      <b>
        {COLOR.test(text) && (
          <svg className="swatch" aria-hidden="true">
            <rect width="100%" height="100%" fill={text} />
          </svg>
        )}
        {text}
      </b>
      {(isImage || IMAGE.test(text)) && <Preview key={text} source={text} />}
    </button>
  )
}

/** Decorative: its URL is next to it. */
function Preview({ source }: { source: string }) {
  const { document } = useSidebar().window
  const [isBroken, setBroken] = useState(false)
  const url = webUrl(source, document.baseURI)
  return isBroken || !url ? (
    <i>This image can’t be loaded.</i>
  ) : (
    <img src={url} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A dot with a text. */
export function MemberStatus() {
  const member = useStore(useSidebar().store.memberData)
  return (
    <span className="status" data-on={Boolean(member)}>
      {member ? 'Logged In' : 'Logged Out'}
    </span>
  )
}

/** Shown while data loads or after it failed to load. */
export const WaitingNote = ({ request }: { request: Loaded<unknown> }) =>
  request.state === 'loading' ? (
    <p className="note">Loading…</p>
  ) : (
    <div className="note">
      <p>Loading failed.</p>
      <button type="button" className="button" onClick={() => request.retry()}>
        Try again
      </button>
    </div>
  )

export const GroupTitle = ({ name, count }: { name: string; count: number }) => (
  <span>
    {name} <span className="number">{count}</span>
  </span>
)

/** On a 16 by 16 grid. */
const paths = {
  cart: 'M1.5 2.5h2l1.6 7.5h7l1.4-5.5H4M6 13.3v.2m5.5-.2v.2',
  'plan-price-clicked': 'M6.5 6.5 14 9.3l-3.4 1.3L9.3 14zM5.5 1.5v2m-4 2h2m-.8-2.8 1.4 1.4m4.2-1.4L6.9 4.1',
  'content-removed': 'M2 2l12 12M6 3.9A7 7 0 0 1 14.5 8a9 9 0 0 1-1.6 2.3M4 5.1A9 9 0 0 0 1.5 8a7 7 0 0 0 9 3.9',
  error: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M8 4.7v4m0 2.4v.3',
  warning: 'M8 2 1.5 13.5h13zm0 4.5v3.3m0 1.7v.3',
  found: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M5.2 8.2l2 2 3.7-4.2',
  chevron: 'm6 3.5 4.5 4.5L6 12.5',
  close: 'm3.5 3.5 9 9m0-9-9 9',
} as const satisfies Record<ItemType | 'chevron' | 'close', string>

/** Decorative: a text is next to it. */
export const Icon = ({ name }: { name: keyof typeof paths }) => (
  <svg className="icon" data-icon={name} viewBox="0 0 16 16" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
