import { unshadowed } from './unshadowed'

/** Whether an element is of an HTML tag. By name, not by class: one that came from a frame has another window's classes. */
export const isTag = <K extends keyof HTMLElementTagNameMap>(
  element: Element,
  tag: K,
): element is HTMLElementTagNameMap[K] => isHtml(element) && unshadowed(element).localName === tag

export const isHtml = (element: Element): element is HTMLElement =>
  unshadowed(element).namespaceURI === 'http://www.w3.org/1999/xhtml'
