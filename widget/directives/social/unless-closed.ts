import type { Sent } from '../forms/send-form'
import { codeOf } from '../plans/carry-out'

/** A provider's window that the person closed leads to nothing, and nothing need be said of it. */
export async function unlessClosed(ask: () => Promise<Sent>): Promise<Sent> {
  try {
    return await ask()
  } catch (error) {
    if (codeOf(error) === 'popup-closed') return { unfinished: true }
    throw error
  }
}
