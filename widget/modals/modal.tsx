import { useStore } from '@nanostores/react'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { FADE_MS } from '../../contract/limits'
import type { App } from '../../contract/entities'
import type { MembershipClient, ScreenMap, ScreenName } from '../public'
import { $modalRequest, hideModal, type ModalRequest } from '../stores/modal'
import { LoadError, Loading } from './loading'
import { screens } from './screens'
import { useTexts } from './texts/use-texts'
import { applyPalette } from './theme/apply-palette'
import { brandPalette } from './theme/brand-palette'
import { createResolveColor } from './theme/resolve-color'
import { Dialog } from './ui/dialog'
import { ErrorBoundary } from './ui/error-boundary'
import { useApp } from './use-app'
import { useLingering } from './use-lingering'

interface ModalProps {
  client: MembershipClient
  window: Window & typeof globalThis
}

/** Whatever modal is wanted; nothing while there is none. */
export function Modal({ client, window }: ModalProps) {
  const request = useStore($modalRequest)
  const shown = useLingering(request, FADE_MS)
  return shown && <OpenModal client={client} window={window} request={shown.value} serial={shown.serial} open={request !== null} />
}
