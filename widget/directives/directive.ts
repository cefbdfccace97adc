import type { AttributeName } from '../attributes'
import type { MembershipClient } from '../public'
import type { OpenLive } from '../transport/live-channel'

/** Shared by the directives of one page. */
export interface DirectiveContext {
  client: MembershipClient
  document: Document
  window: Window & typeof globalThis
  /** Opens the stream of a comment channel. Without it, the channel is polled. */
  live?: OpenLive
}

/** Passed to each mounted directive. */
export interface MountContext extends DirectiveContext {
  /** Aborted when the element is removed, when a watched attribute changes, and at the end. */
  signal: AbortSignal
}

/** Undoes what `signal` can't. Listeners with the signal need no cleanup. */
export type Cleanup = () => void

/** Starts a directive on one element. */
export type Mount = (element: HTMLElement, context: MountContext) => Cleanup | void

export interface Directive {
  /** For console messages. */
  name: string
  /** HTML elements only: a form in an SVG is not a form. */
  selector: string
  /**
   * A change of one of them remounts the directive, or ends it if the selector no longer matches. Every alternative of
   * the selector must require one of them: other elements are never examined.
   */
  watches: readonly AttributeName[]
  mount: Mount
}
