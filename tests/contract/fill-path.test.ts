import { expect, test } from 'vitest'
import { fillPath } from '../../contract/fill-path'

test('fills path parameters, encoded, and leaves the rest of the input', () => {
  expect(fillPath('/app/plans/:planId', { planId: 'a/b ?', deep: true })).toEqual({
    path: '/app/plans/a%2Fb%20%3F',
    rest: { deep: true },
  })
})

test('leaves the caller’s object as it was', () => {
  const input = { planId: 'pln_1' }
  fillPath('/app/plans/:planId', input)
  expect(input).toEqual({ planId: 'pln_1' })
})
