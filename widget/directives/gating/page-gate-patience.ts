import { GATED_URL_HIDDEN_MAX_MS } from '../../../contract/limits'

export interface Patience {
  /** Once a page has been hidden for as long as one may be without a decision. */
  isOver(): boolean
  /** A decision is awaited, from now on if none was before. */
  wait(): void
  /** There is a decision. */
  end(): void
}

/** How long a page stays hidden while it is not decided who may see it. @param onEnd told once when that time is over */
export function createPatience(onEnd: () => void): Patience {
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false
  const run = (): void => {
    over = true
    onEnd()
  }
  return {
    isOver: () => over,
    wait: () => void (timer ??= setTimeout(run, GATED_URL_HIDDEN_MAX_MS)),
    end() {
      clearTimeout(timer)
      timer = undefined
      over = false
    },
  }
}
