import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import { FADE_MS } from '../../contract/limits'
import type { MembershipClient } from '../public'
import type { Notice } from './screen'
import { $modalRequest, hideModal, type ModalRequest } from '../stores/modal'
import { type Shown, ScreenView } from './screen-view'
import { screens } from './screens'
import { useTexts } from './texts/use-texts'
import { Dialog } from './ui/dialog'
import { Toast } from './ui/toast'
import { useApp } from './use-app'
import { useLingering } from './use-lingering'

interface ModalProps {
  client: MembershipClient
  window: Window
}

/** Whatever modal is wanted; nothing while there is none. */
export function Modal({ client, window }: ModalProps) {
  const request = useStore($modalRequest)
  const lingering = useLingering(request, FADE_MS)
  // Taken off the page while open, it can no longer be closed by hand: whoever waits for it is told.
  useEffect(() => hideModal, [])
  if (!lingering) return null
  const { value, serial } = lingering
  return <RequestedModal client={client} window={window} request={value} serial={serial} open={request !== null} />
}

interface RequestedModalProps extends ModalProps {
  request: ModalRequest
  serial: number
  open: boolean
}

function RequestedModal({ client, window, request, serial, open }: RequestedModalProps) {
  const appState = useApp(client)
  const texts = useTexts(request.params, appState.app, window)
  const titleId = useId()
  // Where a screen went on to, as long as it is still the same request that is answered.
  const [moved, setMoved] = useState<{ serial: number; shown: Shown } | null>(null)
  const [notice, setNotice] = useState<(Notice & { serial: number }) | null>(null)
  const shown: Shown = moved?.serial === serial ? moved.shown : request
  return (
    <Dialog
      open={open}
      labelledBy={titleId}
      width={screens[shown.name].width}
      closeLabel={texts.close_button}
      onClose={hideModal}
    >
      <Toast notice={notice?.serial === serial ? notice : null} />
      <ScreenView
        key={`${serial} ${shown.name}`}
        client={client}
        shown={shown}
        texts={texts}
        titleId={titleId}
        appState={appState}
        done={(result) => request.settle(result)}
        fail={(error) => {
          request.fail(error)
          hideModal()
        }}
        notify={(wanted) => setNotice(wanted && { ...wanted, serial })}
        go={(name, params) => setMoved({ serial, shown: { name, params } })}
        close={hideModal}
      />
    </Dialog>
  )
}
