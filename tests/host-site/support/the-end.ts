import { act } from 'react'

/** Waits for the completion view, a lazy chunk. */
export const theEnd = () =>
  act(async () => {
    await import('../../../host-site/features/assessment/completion')
    await new Promise((resolve) => setTimeout(resolve))
  })
