/** Dialogs that a visitor can open. */
export const previewModals = ['LOGIN', 'SIGNUP', 'FORGOT_PASSWORD'] as const
export type PreviewModal = (typeof previewModals)[number]
export type Scheme = 'light' | 'dark'

/** The content of the frame. */
export interface Shown {
  modal: PreviewModal
  /** Of the page around the dialog. */
  scheme: Scheme
  /** Grows with each stored draft. */
  version: number
}

/** From the frame: it listens. */
export const READY = 'preview-ready'
const SHOW = 'preview-show'

interface ShowMessage {
  kind: typeof SHOW
  shown: Shown
}

export const showMessage = (shown: Shown): ShowMessage => ({ kind: SHOW, shown })

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export const isReadyMessage = (data: unknown): boolean => isObject(data) && data['kind'] === READY

export const isShowMessage = (data: unknown): data is ShowMessage =>
  isObject(data) && data['kind'] === SHOW && isShown(data['shown'])

const isShown = (value: unknown): value is Shown =>
  isObject(value) && isModal(value['modal']) && isScheme(value['scheme']) && typeof value['version'] === 'number'

const isModal = (value: unknown): value is PreviewModal => previewModals.some((modal) => modal === value)
const isScheme = (value: unknown): value is Scheme => value === 'light' || value === 'dark'

interface PreviewTarget {
  appId: string
  /** A preview key. */
  key: string
}

/** Where a preview is. @param shown what it opens with, outside of a frame */
export const previewUrl = ({ appId, key }: PreviewTarget, shown?: Shown): string =>
  `/console/preview#${new URLSearchParams({ app: appId, key, ...(shown && { modal: shown.modal, scheme: shown.scheme }) }).toString()}`

/** @returns nulls without an app, or for a key that is no preview key */
export function readPreviewHash(hash: string): { app: string | null; key: string | null; shown: Shown | null } {
  const named = new URLSearchParams(hash.replace(/^#/u, ''))
  const [app, key] = [named.get('app'), named.get('key')]
  const shown = { modal: named.get('modal'), scheme: named.get('scheme'), version: 0 }
  return {
    app: app && /^[\w-]+$/u.test(app) ? app : null,
    key: key && /^pv_[\w-]+$/u.test(key) ? key : null,
    shown: isShown(shown) ? shown : null,
  }
}
