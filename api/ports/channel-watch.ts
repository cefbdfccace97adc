import type { Channel } from './comment-store'

/** Notifies readers of a channel when something in it changes, whichever process changed it. */
export interface ChannelWatch {
  /**
   * @param address of the caller, as limits count it
   * @param onChange called with the channel's version when it is first known and whenever it is another one, at most
   *   `LIVE_NOTIFICATIONS_PER_SECOND` calls a second for all readers together: a version that was overtaken is left out
   * @returns ends it; null: a limit on streams is reached
   */
  watch(channel: Channel, address: string, onChange: (version: number) => void): (() => void) | null
  /** Ends every watch and notifies the readers. */
  stop(): void
  /** @param onStop called when `stop` is; not after the returned function was */
  onStop(onStop: () => void): () => void
}
