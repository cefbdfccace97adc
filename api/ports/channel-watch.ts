import type { Channel } from './comment-store'

/** Tells who reads a channel when something in it changes, whichever process changed it. */
export interface ChannelWatch {
  /**
   * @param onChange called with the channel's version whenever it is another one; at first with the one it has
   * @returns ends it; null: too many watch already
   */
  watch(channel: Channel, onChange: (version: number) => void): (() => void) | null
  /** Ends every watch and tells those who watch. */
  stop(): void
  /** @param onStop called when `stop` is; not after the returned function was */
  onStop(onStop: () => void): () => void
}
