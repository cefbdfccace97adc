import type { ComponentType } from 'react'
import type { App } from '../../contract/entities'
import type { MembershipClient, ModalSuccess, ScreenMap, ScreenName } from '../public'
import type { TextKey, Texts } from './texts/default-texts'

export interface Notice {
  text: string
  isError: boolean
}

/** What a screen is given. Screens talk to the server through the client alone, as an outside page would. */
export interface ScreenProps<K extends ScreenName> {
  client: MembershipClient
  app: App
  texts: Texts
  /** Id for the screen's heading: it names the dialog. */
  titleId: string
  /** Origin, or base URL, of the API, for files of ours that a screen shows. */
  apiUrl: string | undefined
  params: ScreenMap[K]
  /** Resolves the opener's promise. The modal stays until the opener hides it. */
  done: (result: ModalSuccess) => void
  /** Rejects the opener's promise and hides the modal. */
  fail: (error: unknown) => void
  /** A sentence at the top of the panel, until the next one, null or a change of screen. */
  notify: (notice: Notice | null) => void
  /**
   * Shows another screen within the same promise. It is given `params` over those of the screens before it: what was
   * typed is kept, and so is what the opener asked for. A sentence that is to show there is notified after this.
   */
  go: <N extends ScreenName>(name: N, params: ScreenMap[N]) => void
  /** Hides the modal; the promise ends as closed unless it is done. */
  close: () => void
}

/** A screen as data. To add one: its component, its line in `screens.ts` and its line in `ScreenMap`. */
export interface Screen<K extends ScreenName> {
  /** Width of the panel in CSS pixels. */
  width: number
  /** Names the dialog while it loads. */
  title: TextKey
  component: ComponentType<ScreenProps<K>>
}
