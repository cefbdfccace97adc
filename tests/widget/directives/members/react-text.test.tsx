// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

afterEach(leavePage)

const Text = ({ on }: { on: boolean }) => <p data-ms-member="email">author {on && <b>bold</b>}</p>

test('React keeps updating an element that shows a member’s value', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await mountPage('<div id="root"></div>')
  const root = createRoot(find('#root'))
  act(() => root.render(<Text on />))
  await settle()
  setMember(aMember())
  expect(find('p').textContent).toBe('ada@example.com')
  act(() => root.render(<Text on={false} />))
  expect(find('p').textContent).toBe('ada@example.com')
  setMember(null)
  expect(find('p').textContent).toBe('author ')
  act(() => root.unmount())
})
