/** Makes assistive technology read what appears in an element: errors at once, successes when there is a pause. */
export function announce(element: Element, isError: boolean): void {
  element.setAttribute('role', isError ? 'alert' : 'status')
  element.setAttribute('aria-live', isError ? 'assertive' : 'polite')
}
