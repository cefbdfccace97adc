import type { AroundNavHandler } from 'wouter'
import { routeNameAt } from '../paths'
import type { Pages } from './pages'

/**
 * Changes the address once the page for it is loaded, so that no empty page is shown in between. Of two wishes the last
 * counts.
 * @param load opens an address as a new document: the way out when the file of a page is not to be had, as after an update
 */
export function arriveWithPage(pages: Pages, load: (path: string) => void): AroundNavHandler {
  let wish = 0
  return (navigate, to, options) => {
    const mine = (wish += 1)
    const path = to.replace(/[?#].*$/, '')
    const name = routeNameAt(path)
    // Another place on the same page, or a page that is there.
    if (path === '' || pages.get(name)) return navigate(to, options)
    pages.load(name).then(
      () => mine === wish && navigate(to, options),
      () => mine === wish && load(to),
    )
  }
}
