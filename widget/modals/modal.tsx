import { useStore } from '@nanostores/react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { FADE_MS } from '../../contract/limits'
import type { MembershipClient } from '../public'
import { $modalRequest, hideModal, type ModalRequest } from '../stores/modal'
import { wantsLightDom } from './light-host'
import type { Notice } from './screen'
import { type Shown, ScreenView } from './screen-view'
import { screens } from './screens'
import { onlyContinues } from './test-card/only-continues'
import type { Translations } from './texts/translations'
import { useTexts } from './texts/use-texts'
import { Dialog } from './ui/dialog'
import { Toast } from './ui/toast'
import { useApp } from './use-app'
import { useLingering } from './use-lingering'

interface ModalProps {
  client: MembershipClient
  window: Window
  translations: Translations
  apiUrl: string | undefined
  /** In the page's own DOM, for openings that want to be drawn there. */
  lightElement: Element
}

/** Whatever modal is wanted; nothing while there is none. */
export function Modal(props: ModalProps) {
  const request = useStore($modalRequest)
  const lingering = useLingering(request, FADE_MS)
  // Taken off the page while open, it can no longer be closed by hand: whoever waits for it is told.
  useEffect(() => hideModal, [])
  if (!lingering) return null
  const { value, serial } = lingering
  const modal = <RequestedModal {...props} request={value} serial={serial} open={request && serial} />
  return wantsLightDom(value, props.window) ? createPortal(modal, props.lightElement) : modal
}

interface RequestedModalProps extends Omit<ModalProps, 'lightElement'> {
  request: ModalRequest
  serial: number
  /** See `Dialog`. */
  open: number | null
}

function RequestedModal({ client, window, translations, apiUrl, request, serial, open }: RequestedModalProps) {
  const appState = useApp(client)
  const { texts, pending, dir, lang } = useTexts(request, appState.app, window, translations)
  const titleId = useId()
  // Where a screen went on to, as long as it is still the same request that is answered.
  const [moved, setMoved] = useState<{ serial: number; shown: Shown } | null>(null)
  const [notice, setNotice] = useState<(Notice & { serial: number }) | null>(null)
  const shown: Shown = moved?.serial === serial ? moved.shown : request
  const current = useRef(shown)
  useLayoutEffect(() => void (current.current = shown))
  // The answer to a call that a screen made counts no more when the person has gone on.
  const isCurrent = (): boolean => current.current === shown
  // What could not be loaded has no "continue".
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
