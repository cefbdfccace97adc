/**
 * An element of the page's own DOM that shows at `spot`. Where that is in a shadow root, it shows through a slot: scripts
 * of hosted captchas do not find what is inside.
 */
export function pagePlace(spot: HTMLElement): HTMLElement {
  const { ownerDocument: document } = spot
  const root = spot.getRootNode()
  const place = document.createElement('div')
  // Its content is as wide as it finds room.
  place.style.flex = '1'
  // In the page's own DOM it tells the modals' light style sheet to leave alone what is inside.
  place.slot = 'captcha'
  if (root instanceof ShadowRoot) {
    const slot = document.createElement('slot')
    slot.name = place.slot
    spot.append(slot)
    root.host.append(place)
  } else spot.append(place)
  return place
}
