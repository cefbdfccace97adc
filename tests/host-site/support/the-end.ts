import { act } from 'react'

/** Waits for the end of an assessment, which comes in a file of its own. */
export const theEnd = () =>
  act(async () => {
    await import('../../../host-site/features/assessment/completion')
    await new Promise((resolve) => setTimeout(resolve))
  })
