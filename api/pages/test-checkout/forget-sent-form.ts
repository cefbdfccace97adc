/**
 * Runs on the checkout page and is sent as its own source text. After a refused card the page is the answer to a sent
 * form, which a browser cannot show again: who cancels and comes back would find an error of the browser’s. From here on
 * its entry in the history is the checkout’s address, opened anew.
 */
export function forgetSentForm({ history, location }: Pick<Window, 'history' | 'location'>): void {
  history.replaceState(null, '', location.href)
}
