import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Notice } from '../screen'

interface NoticePlace {
  notice: Notice | null
  /** A form shows the message while it is there. @returns ends that */
  claim: () => () => void
}

const NoticeContext = createContext<NoticePlace | null>(null)

interface NoticeAreaProps {
  notice: Notice | null
  /** The screen is one form: its message is beside the button that sends it. */
  isForm: boolean
  children: ReactNode
}

/** A screen with its message: beside the form's button, else at the end of the panel, where it moves nothing. */
export function NoticeArea({ notice, isForm, children }: NoticeAreaProps) {
  const [forms, setForms] = useState(0)
  // The same for every message: a form keeps its place.
  const claim = useCallback(() => {
    setForms((count) => count + 1)
    return () => setForms((count) => count - 1)
  }, [])
  const place = useMemo(() => ({ notice, claim }), [notice, claim])
  return (
    <NoticeContext value={isForm ? place : null}>
      {children}
      {forms === 0 && <Toast notice={notice} />}
    </NoticeContext>
  )
}

/** The screen's message within its form, before the button that sends it. */
export function FormNotice() {
  const place = useContext(NoticeContext)
  const claim = place?.claim
  useLayoutEffect(() => claim?.(), [claim])
  return place && <Toast notice={place.notice} />
}

/**
 * A message about the whole screen. Both live regions exist before their text: screen readers announce only changes
 * inside one. An error interrupts them, a success waits.
 */
export function Toast({ notice }: { notice: Notice | null }) {
  const [isThere, setThere] = useState(false)
  const shown = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/set-state-in-effect -- the regions must be on the page first
  useEffect(() => setThere(true), [])
  // A form may be longer than the screen.
  useEffect(() => {
    if (isThere && notice) shown.current?.scrollIntoView({ block: 'nearest' })
  }, [isThere, notice])
  return [true, false].map((isError) => {
    const isShown = isThere && notice?.isError === isError
    return (
      <div
        key={`${isError}`}
        ref={isShown ? shown : undefined}
        className="toast"
        part="toast"
        role={isError ? 'alert' : 'status'}
        data-error={isError}
      >
        {isShown && (
          <>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <circle cx="8" cy="8" r="6.5" />
              <path d={isError ? 'M8 4.75v4M8 11.2v.1' : 'm5 8.2 2 2 4-4.4'} />
            </svg>
            <p>{notice.text}</p>
          </>
        )}
      </div>
    )
  })
}
