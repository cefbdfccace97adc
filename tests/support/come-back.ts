import { settle } from './mount-page'

/** The events on return from the back/forward cache. */
export async function comeBack(): Promise<void> {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await settle()
}
