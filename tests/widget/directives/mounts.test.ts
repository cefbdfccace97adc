// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { Directive, MountContext } from '../../../widget/directives/directive'
import { createCandidates, createMounts } from '../../../widget/directives/engine'
import { fakeClient } from '../../support/fake-client'

const mountsOf = (...mounting: Directive['mount'][]) => {
  const directives = mounting.map((mount, index): Directive => ({
    name: `number ${index}`,
    selector: '[data-ms-form]',
    watches: ['data-ms-form'],
    mount,
  }))
  const element = document.createElement('i')
  element.setAttribute('data-ms-form', '')
  document.body.replaceChildren(element)
  const mounts = createMounts(directives, createCandidates(directives), { client: fakeClient(), document, window })
  return { element, mounts }
}

test('mounts the others later when the first takes the element off the page for a while', () => {
  const second = vi.fn()
  const { element, mounts } = mountsOf((one) => one.remove(), second)
  mounts.on(element)
  expect(second).not.toHaveBeenCalled()
  document.body.append(element)
  mounts.on(element)
  expect(second).toHaveBeenCalledOnce()
})

test('a signal that is first asked for when its time is over is aborted', () => {
  let context: MountContext | undefined
  const { element, mounts } = mountsOf((_element, given) => void (context = given))
  mounts.on(element)
  mounts.endWhere(() => true)
  expect(context?.signal.aborted).toBe(true)
})
