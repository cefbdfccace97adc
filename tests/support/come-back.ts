import { settle } from './mount-page'

/** What a page hears when somebody comes back to it from the back-forward cache. */
export async function comeBack(): Promise<void> {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await settle()
}
