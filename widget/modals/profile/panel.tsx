import { type ReactNode, useId, useRef, useState } from 'react'
import { TEAM_REMOVE_CONFIRMATION_MS } from '../../../contract/limits'
import { errorText } from '../../lib/errors'
import { isRecord } from '../../lib/values'
import type { Member } from '../../public'
import type { ScreenProps } from '../screen'
import type { Texts } from '../texts/english'
import { Button, PassingButton } from '../ui/button'
import { breakable } from '../ui/heading'
import { useBusy } from '../ui/use-call'
import { useFlash } from '../ui/use-copy'
import type { View } from './tabs'

/** The props of every panel of the profile. */
export interface PanelProps extends Pick<ScreenProps<'PROFILE'>, 'client' | 'app' | 'texts' | 'notify'> {
  member: Member
  action: Action
  /** ID of the panel's heading. */
  titleId: string
  /** Moves the focus to the panel's heading. */
  focusTitle: () => void
  /** The window has room for only one column. */
  narrow: boolean
  show: (view: View) => void
}

export interface Action {
  busy: boolean
  /**
   * Makes a call, unless another one is running, and shows its result. Never rejects.
   * @param work resolves with the message for the person; default: "saved"; '' shows none. Escape aborts the signal
   */
  run: (work: (signal: AbortSignal) => Promise<{ message?: string }>) => Promise<void>
  /** Shows the error of a call made without `run`. */
  showError: (reason: unknown) => void
}

interface ActionOptions {
  texts: Texts
  notify: ScreenProps<'PROFILE'>['notify']
  /** Called with the error if the session has ended on the server. */
  onDeadSession: (reason: unknown) => void
}

/** Runs the profile's calls, one at a time across all panels. */
export function useAction({ texts, notify, onDeadSession }: ActionOptions): Action {
  const { busy, run } = useBusy()
  const showError = (reason: unknown): void => {
    if (isRecord(reason) && reason['code'] === 'client/invalid-token') return onDeadSession(reason)
    // Checked after the call: a logout also succeeds offline.
    notify({ text: navigator.onLine ? errorText(reason) : texts.offline_message, isError: true })
  }
  const act = async (work: Parameters<Action['run']>[0], signal: AbortSignal): Promise<void> => {
    notify(null)
    try {
      const { message: text = texts.saved_message } = await work(signal)
      if (text && !signal.aborted) notify({ text, isError: false })
    } catch (reason) {
      if (!signal.aborted) showError(reason)
    }
  }
  return { busy, run: (work) => run((signal) => act(work, signal)), showError }
}

/** Rows with a heading; the style sheet hides a list without rows. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="group" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

interface EntryProps {
  /** An avatar or a logo. */
  image?: ReactNode
  name: string
  /** Beside the name: what it is like now. */
  state?: { text: string; mood: 'good' | 'bad' | 'over' } | false
  /** One line each. */
  notes?: readonly (string | false | undefined)[]
  /** Its buttons. */
  children?: ReactNode
}

/** A row of a list of plans, people or accounts. */
export function Entry({ image, name, state, notes, children }: EntryProps) {
  return (
    <li className="entry" part="row">
      {image}
      <div>
        <bdi>{breakable(name)}</bdi>
        {state && (
          <span className="state" part="state" data-mood={state.mood}>
            {state.text}
          </span>
        )}
        {notes?.map((note) => note && <p key={note}>{note}</p>)}
      </div>
      {children}
    </li>
  )
}

/** Below a row's name: what is wrong, and the way to repair it. */
export function Trouble({ children }: { children: ReactNode }) {
  return (
    <div className="trouble" part="warning">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 1.8 15 14H1Z" />
        <path d="M8 6.4v3.4M8 11.9v.1" />
      </svg>
      {children}
    </div>
  )
}

interface AskingButtonProps {
  texts: Texts
  children: string
  /** See `PassingButton`. */
  about?: string | undefined
  /** @param box the element around the button */
  onSure: (box: HTMLElement | null) => void
}

/** The first click asks, a second one within a few seconds acts. */
export function AskingButton({ texts, children, about, onSure }: AskingButtonProps) {
  const { on: asking, flash: ask } = useFlash(TEAM_REMOVE_CONFIRMATION_MS)
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} className={asking ? 'danger' : undefined}>
      <PassingButton
        now={asking && texts.are_you_sure}
        about={about}
        onClick={asking ? () => onSure(box.current) : ask}
      >
        {children}
      </PassingButton>
    </div>
  )
}

interface RemovalProps extends Pick<PanelProps, 'texts' | 'action' | 'focusTitle'> {
  children: string
  /** The name of what is removed. */
  about: string
  work: Parameters<Action['run']>[0]
}

/** Removes a row. */
export function Removal({ texts, action, focusTitle, children, about, work }: RemovalProps) {
  const remove = (box: HTMLElement | null): void => {
    const row = box?.closest('li')
    // The focus would be lost with the row, so it moves to the nearest one.
    const near = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')
    void action.run(async (signal) => {
      const answer = await work(signal)
      if (near) near.focus()
      else focusTitle()
      return answer
    })
  }
  return (
    <AskingButton {...{ texts, about }} onSure={remove}>
      {children}
    </AskingButton>
  )
}

/** A member's profile image, or an icon without one or if it fails to load. */
export function Avatar({ src, alt }: { src: string | null; alt: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  return src && src !== broken ? <img src={src} alt={alt} onError={() => setBroken(src)} /> : <PersonIcon />
}

/** For an app without a logo or a member without an image. The text next to it names them. */
export function PersonIcon() {
  return (
    <svg className="person" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="7.5" r="3" />
      <path d="M4.5 16.5a5.6 5.6 0 0 1 11 0" />
    </svg>
  )
}

export function BackButton({ texts, onClick }: { texts: Texts; onClick: () => void }) {
  return (
    <Button look="link" onClick={onClick}>
      {texts.back_button}
    </Button>
  )
}
