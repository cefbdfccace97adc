import { useStore } from '@nanostores/react'
import { Activity, useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { App } from '../../contract/entities'
import { FADE_MS } from '../../contract/limits'
import type { MembershipClient, ScreenName } from '../public'
import { $app, $readiness } from '../stores/app'
import { forgetCodeStep, saveCodeStep } from '../storage/pending'
import { $member } from '../stores/identity'
import { $modalWarm, type $modalRequest } from '../stores/modal'
import { Question } from './confirm-delete'
import type { Notice, ScreenProps, ShownScreen } from './screen'
import { codeParams, isScreenRequest, resumedScreen, type ScreenRequest, screens } from './screens'
import { onlyContinues } from './test-card'
import type { Texts } from './texts/english'
import type { Translations } from './texts/translations'
import { useTexts } from './texts/use-texts'
import { Dialog } from './ui/dialog'
import { LeavingContext, useLeaving } from './ui/leaving'
import { NoticeArea } from './ui/notice'
import { ErrorBoundary, LoadError, Loading } from './ui/status'

interface ModalProps {
  client: MembershipClient
  window: Window
  translations: Translations
  apiUrl: string | undefined
  /** In the light DOM, for modals rendered there. */
  lightElement: Element
  /** The dialog around the shadow root, for all others. */
  frame: HTMLDialogElement
  /** Holds the request. */
  $request: typeof $modalRequest
  /** Ends the request. */
  hide: () => void
  /** The first request that is expected: it is rendered in advance, hidden and while the browser is idle. */
  prepared?: ScreenRequest | null
}

/** The requested modal, if any. */
export function Modal({ prepared = null, ...props }: ModalProps) {
  const { $request, hide } = props
  const requested = useStore($request)
  const request = requested && isScreenRequest(requested) ? requested : null
  const { value, serial } = useShown(request, prepared, FADE_MS)
  // Once removed from the page it can't be closed by hand: its opener must not wait forever.
  useEffect(() => hide, [hide])
  if (!value) return null
  const isLight = wantsLightDom(value, props.window)
  const frame = isLight ? null : props.frame
  const modal = (
    <Activity mode={isPrepared(value) ? 'hidden' : 'visible'}>
      <RequestedModal {...props} frame={frame} request={value} serial={serial} open={request && serial} />
    </Activity>
  )
  return isLight ? createPortal(modal, props.lightElement) : modal
}

/** A request that nobody made, for a visitor's screen; null if the screen, or a page, wants none in advance. */
export function usePrepared(window: Window): ScreenRequest | null {
  const name = useStore($modalWarm)?.screen
  return useMemo(() => {
    if ($member.get() || (name !== 'LOGIN' && name !== 'SIGNUP')) return null
    const request = { name, writtenName: '', params: {}, settled: true, settle() {}, fail() {} }
    return wantsLightDom(request, window) ? null : request
  }, [name, window])
}

const isPrepared = ({ writtenName }: ScreenRequest): boolean => writtenName === ''

/** Whether a prepared screen is what the request wants: these parameters only count when a screen is rendered first. */
const isPreparedFor = (prepared: ScreenRequest, { name, params }: ScreenRequest): boolean =>
  isPrepared(prepared) &&
  prepared.name === name &&
  !$member.get() &&
  !['email', 'passwordless', 'customFields'].some((first) => first in params)

/**
 * Whether a modal is rendered in the light DOM. A profile never is: scripts of the page must not read its data there.
 */
export const wantsLightDom = ({ name, params }: ScreenRequest, { memberstackConfig }: Window): boolean =>
  name !== 'PROFILE' && (params.lightDom ?? memberstackConfig?.lightDom) === true

interface Shown {
  value: ScreenRequest | null
  /** Incremented with every new value. */
  serial: number
}

/**
 * The request, which takes over what was prepared for it. After it becomes null, the last one until its exit transition
 * ends. Before the first one, the prepared one.
 */
function useShown(request: ScreenRequest | null, prepared: ScreenRequest | null, milliseconds: number): Shown {
  const [last, setLast] = useState<Shown>({ value: null, serial: 0 })
  let current = last
  const isFirst = last.value ? isPrepared(last.value) : last.serial === 0
  const wanted = request ?? (isFirst ? prepared : null)
  if (wanted !== null && wanted !== last.value) {
    const takesOver = last.value !== null && isPreparedFor(last.value, wanted)
    current = { value: wanted, serial: last.serial + (takesOver ? 0 : 1) }
    setLast(current)
  }
  const isGone = request === null && !isFirst
  useEffect(() => {
    const leave = (): void => setLast(({ serial }) => ({ value: null, serial }))
    const timer = isGone ? setTimeout(leave, milliseconds) : undefined
    return () => clearTimeout(timer)
  }, [isGone, milliseconds])
  return current
}

interface RequestedModalProps extends Omit<ModalProps, 'lightElement' | 'frame' | '$request' | 'prepared'> {
  /** See `Dialog`. */
  frame: HTMLDialogElement | null
  request: ScreenRequest
  serial: number
  /** See `Dialog`. */
  open: number | null
}

function RequestedModal(props: RequestedModalProps) {
  const { client, window, translations, apiUrl, hide, frame, request, serial, open } = props
  const appState = useApp(client)
  const { texts, pending, dir, lang } = useTexts(request, appState.app, window, translations)
  const titleId = useId()
  const questionId = useId()
  const { shown, notice, actions } = useScreen(request, serial, window, hide)
  // A screen that failed to load has no "continue".
  const isLocked = !appState.failed && onlyContinues(shown)
  const { leaving, asking, stay, discard, escape } = useLeaving(open)
  const isOffline = notice?.isError === true && notice.text === texts.offline_message
  useOnline(isOffline ? () => actions.notify(null) : null)
  const close = (): void => {
    if (isLocked) request.settle({ type: 'CONTINUE', data: null })
    hide()
  }
  return (
    <Dialog
      open={open}
      frame={frame}
      labelledBy={asking ? questionId : titleId}
      // The profile's heading is the member's, and the label is in the light DOM.
      label={shown.name === 'PROFILE' && !asking ? texts.my_profile_title : undefined}
      width={screens[shown.name].width}
      closeLabel={texts.close_button}
      locked={isLocked}
      onClose={asking ? stay : () => leaving.leave(close)}
      onEscape={() => escape(close)}
      onClosed={close}
      dir={dir}
      lang={lang}
      unread={pending}
    >
      <LeavingContext value={leaving}>
        <div hidden={asking}>
          <NoticeArea notice={notice} isForm={!screens[shown.name].hasForms}>
            <ScreenView
              key={`${serial} ${shown.name}`}
              {...{ client, apiUrl, shown, texts, titleId }}
              appState={pending ? { ...appState, app: null } : appState}
              {...actions}
            />
          </NoticeArea>
        </div>
      </LeavingContext>
      {asking && <UnsavedQuestion texts={texts} titleId={questionId} onDiscard={discard} onStay={stay} />}
    </Dialog>
  )
}

type ScreenActions = Pick<ScreenProps<ScreenName>, 'done' | 'fail' | 'notify' | 'go' | 'close'>

/** The screen of an opening, with its message and what it can do: end the request, or lead to the next screen. */
function useScreen(request: ScreenRequest, serial: number, window: Window, hide: () => void) {
  // The screen that `go` led to, while the request is the same.
  const [moved, setMoved] = useState<{ serial: number; shown: ShownScreen } | null>(null)
  const [notice, setNotice] = useState<(Notice & { serial: number }) | null>(null)
  const first = useMemo(() => resumedScreen(request, window), [request, window])
  const shown: ShownScreen = moved?.serial === serial ? moved.shown : first
  const current = useRef(shown)
  useLayoutEffect(() => void (current.current = shown))
  // A screen's call has no effect once the person has left the screen.
  const isCurrent = (): boolean => current.current === shown
  const notify: ScreenActions['notify'] = (wanted) => {
    if (isCurrent()) setNotice(wanted && { ...wanted, serial })
  }
  const go: ScreenActions['go'] = (name, added, minutes) => {
    if (!isCurrent()) return
    const params = { ...shown.params, ...added }
    setNotice(null)
    setMoved({ serial, shown: { name, params } })
    if (minutes === undefined) forgetCodeStep(window)
    else saveCodeStep(window, { screen: name, opener: request.name, params: { ...codeParams(params) }, minutes })
  }
  const done: ScreenActions['done'] = (result) => {
    forgetCodeStep(window)
    request.settle(result)
  }
  const fail: ScreenActions['fail'] = (error) => {
    request.fail(error)
    hide()
  }
  const actions: ScreenActions = { done, fail, notify, go, close: hide }
  return { shown, notice: notice?.serial === serial ? notice : null, actions }
}

interface UnsavedQuestionProps {
  texts: Texts
  titleId: string
  onDiscard: () => void
  onStay: () => void
}

function UnsavedQuestion({ texts, titleId, onDiscard, onStay }: UnsavedQuestionProps) {
  return (
    <Question
      texts={texts}
      titleId={titleId}
      title="discard_changes_title"
      message="discard_changes_message"
      cancel="keep_editing_button"
      button="discard_changes_button"
      onConfirm={onDiscard}
      onCancel={onStay}
    />
  )
}

/** @param act called when the network is back; null for no one */
function useOnline(act: (() => void) | null): void {
  const onOnline = useEffectEvent(() => act?.())
  useEffect(() => {
    const listener = (): void => onOnline()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
}

interface ScreenViewProps<K extends ScreenName> extends Omit<ScreenProps<K>, 'app' | 'params'> {
  shown: ShownScreen<K>
  texts: Texts
  appState: AppState
}

/** The screen, or its loading or error state. */
function ScreenView<K extends ScreenName>({ shown, appState, ...rest }: ScreenViewProps<K>) {
  const { app, failed, retry } = appState
  const { texts, titleId } = rest
  if (failed) return <LoadError texts={texts} titleId={titleId} onRetry={retry} />
  const { component: Component, title } = screens[shown.name]
  if (!app) return <Loading texts={texts} title={texts[title]} titleId={titleId} />
  const fallback = (redraw: () => void) => <LoadError texts={texts} titleId={titleId} onRetry={redraw} />
  const props: ScreenProps<K> = { ...rest, app: app satisfies App, params: shown.params }
  return (
    <ErrorBoundary fallback={fallback}>
      <Component {...props} />
    </ErrorBoundary>
  )
}

interface AppState {
  /** Null while it loads or if it failed. */
  app: App | null
  failed: boolean
  retry: () => void
}

/** The app of the page; requested again if the page's own first request failed. */
function useApp(client: MembershipClient): AppState {
  const app = useStore($app)
  const waiting = useStore($readiness) === 'waiting'
  const [attempt, setAttempt] = useState(1)
  const [lastFailed, setLastFailed] = useState(0)
  const wanted = app === null && !waiting
  useEffect(() => {
    // The app arrives through the store.
    if (!wanted) return
    const loaded = client.getApp().then(() => $app.get() ?? Promise.reject(new Error('The response contains no app.')))
    loaded.catch(() => setLastFailed(attempt))
  }, [wanted, attempt, client])
  return { app, failed: wanted && lastFailed === attempt, retry: () => setAttempt(attempt + 1) }
}
