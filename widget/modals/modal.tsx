import { useStore } from '@nanostores/react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { App } from '../../contract/entities'
import { FADE_MS } from '../../contract/limits'
import type { MembershipClient, ScreenName } from '../public'
import { $app, $readiness } from '../stores/app'
import { $modalRequest, hideModal } from '../stores/modal'
import type { Notice, ScreenProps, ShownScreen } from './screen'
import { isScreenRequest, type ScreenRequest, screens } from './screens'
import { onlyContinues } from './test-card'
import type { Texts } from './texts/english'
import type { Translations } from './texts/translations'
import { useTexts } from './texts/use-texts'
import { Dialog } from './ui/dialog'
import { ErrorBoundary, LoadError, Loading, Toast } from './ui/status'

interface ModalProps {
  client: MembershipClient
  window: Window
  translations: Translations
  apiUrl: string | undefined
  /** In the page's own DOM, for modals that are drawn there. */
  lightElement: Element
}

/** The requested modal; nothing while there is none. */
export function Modal(props: ModalProps) {
  const requested = useStore($modalRequest)
  const request = requested && isScreenRequest(requested) ? requested : null
  const shown = useExitTransition(request, FADE_MS)
  // Once removed from the page it cannot be closed by hand: its opener must not wait forever.
  useEffect(() => hideModal, [])
  if (!shown) return null
  const { value, serial } = shown
  const modal = <RequestedModal {...props} request={value} serial={serial} open={request && serial} />
  return wantsLightDom(value, props.window) ? createPortal(modal, props.lightElement) : modal
}

/** Whether a modal is drawn in the page's own DOM. A profile never is: a page's scripts need not read its data there. */
export const wantsLightDom = ({ name, params }: ScreenRequest, { memberstackConfig }: Window): boolean =>
  name !== 'PROFILE' && (params.lightDom ?? memberstackConfig?.lightDom) === true

interface Exiting<T> {
  value: T
  /** Grows with every new value. */
  serial: number
}

/** The value, and after it has become null the last one until its exit transition ends. */
function useExitTransition<T>(value: T | null, milliseconds: number): Exiting<T> | null {
  const [last, setLast] = useState<Exiting<T> | null>(null)
  let current = last
  if (value !== null && value !== last?.value) {
    current = { value, serial: (last?.serial ?? 0) + 1 }
    setLast(current)
  }
  const isGone = value === null
  useEffect(() => {
    const timer = isGone ? setTimeout(() => setLast(null), milliseconds) : undefined
    return () => clearTimeout(timer)
  }, [isGone, milliseconds])
  return current
}

interface RequestedModalProps extends Omit<ModalProps, 'lightElement'> {
  request: ScreenRequest
  serial: number
  /** See `Dialog`. */
  open: number | null
}

function RequestedModal({ client, window, translations, apiUrl, request, serial, open }: RequestedModalProps) {
  const appState = useApp(client)
  const { texts, pending, dir, lang } = useTexts(request, appState.app, window, translations)
  const titleId = useId()
  // The screen that `go` led to, as long as the request is the same.
  const [moved, setMoved] = useState<{ serial: number; shown: ShownScreen } | null>(null)
  const [notice, setNotice] = useState<(Notice & { serial: number }) | null>(null)
  const shown: ShownScreen = moved?.serial === serial ? moved.shown : request
  const current = useRef(shown)
  useLayoutEffect(() => void (current.current = shown))
  // A call that a screen made has no effect once the person has left the screen.
  const isCurrent = (): boolean => current.current === shown
  // A screen that could not be loaded has no "continue".
  const isLocked = !appState.failed && onlyContinues(shown)
  const close = (): void => {
    if (isLocked) request.settle({ type: 'CONTINUE', data: null })
    hideModal()
  }
  return (
    <Dialog
      open={open}
      labelledBy={titleId}
      width={screens[shown.name].width}
      closeLabel={texts.close_button}
      locked={isLocked}
      onClose={close}
      dir={dir}
      lang={lang}
      unread={pending}
    >
      <Toast notice={notice?.serial === serial ? notice : null} />
      <ScreenView
        key={`${serial} ${shown.name}`}
        client={client}
        apiUrl={apiUrl}
        shown={shown}
        texts={texts}
        titleId={titleId}
        appState={pending ? { ...appState, app: null } : appState}
        done={(result) => request.settle(result)}
        fail={(error) => {
          request.fail(error)
          hideModal()
        }}
        notify={(wanted) => isCurrent() && setNotice(wanted && { ...wanted, serial })}
        go={(name, params) => {
          if (!isCurrent()) return
          setNotice(null)
          setMoved({ serial, shown: { name, params: { ...shown.params, ...params } } })
        }}
        close={hideModal}
      />
    </Dialog>
  )
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
  /** Null while it loads or when it could not be loaded. */
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
    const loaded = client.getApp().then(() => $app.get() ?? Promise.reject(new Error('There is no app in the answer.')))
    loaded.catch(() => setLastFailed(attempt))
  }, [wanted, attempt, client])
  return { app, failed: wanted && lastFailed === attempt, retry: () => setAttempt(attempt + 1) }
}
