import type { ComponentType } from 'react'
import type { App } from '../../contract/entities'
import type { MembershipClient, ModalSuccess, ScreenMap, ScreenName } from '../public'
import type { TextKey, Texts } from './texts/english'

export interface Notice {
  text: string
  isError: boolean
}

/** A screen with its parameters. */
export interface ShownScreen<K extends ScreenName = ScreenName> {
  name: K
  params: ScreenMap[K]
}

/** The props of a screen. Screens use only the public client, like a page would. */
export interface ScreenProps<K extends ScreenName> {
  client: MembershipClient
  app: App
  texts: Texts
  /** ID of the screen's heading, which names the dialog. */
  titleId: string
  /** Origin or base URL of the API, for files that a screen shows. */
  apiUrl: string | undefined
  params: ScreenMap[K]
  /** Resolves the opener's promise. The modal stays until the opener hides it. */
  done: (result: ModalSuccess) => void
  /** Rejects the opener's promise and hides the modal. */
  fail: (error: unknown) => void
  /** Shows a message beside the form's button, or at the end of the panel, until the next one, null or another screen. */
  notify: (notice: Notice | null) => void
  /**
   * Shows another screen within the same promise. `params` are merged over those of the previous screens, so that input
   * and the opener's parameters are kept. Call `notify` after it.
   * @param codeMinutes a code was just emailed and lives this long: reopening the modal returns to that screen
   */
  go: <N extends ScreenName>(name: N, params: ScreenMap[N], codeMinutes?: number) => void
  /** Hides the modal. The promise resolves as closed unless it is done. */
  close: () => void
}

/** A row of `screens.ts`. */
export interface Screen<K extends ScreenName> {
  /** Width of the panel in CSS pixels. */
  width: number
  /** The name of the dialog during loading. */
  title: TextKey
  /** It has several forms: its message is at the end of the panel, not in one of them. */
  hasForms?: true
  component: ComponentType<ScreenProps<K>>
}
