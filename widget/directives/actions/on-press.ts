import { actLikeButton } from '../act-like-button'
import type { MountContext } from '../directive'

/** Calls back at each click and, whatever the element is, at each press of a key that stands for one. */
export function onPress(element: HTMLElement, { signal }: Pick<MountContext, 'signal'>, act: () => void): void {
  actLikeButton(element, signal)
  element.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      act()
    },
    { signal },
  )
}
