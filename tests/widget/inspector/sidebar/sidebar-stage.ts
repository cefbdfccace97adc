import { act } from 'react'
import { type Mock, vi } from 'vitest'
import type { HelpEntry, InspectorItem } from '../../../../widget/inspector/store'
import { mountSidebar } from '../../../../widget/inspector/sidebar/sidebar'
import { createInspectorStore, type InspectorStore } from '../../../../widget/inspector/store'
import { type FakeClient, fakeClient } from '../../../support/fake-client'
import { anApp } from '../../../support/an-app'

/** The sidebar on its own page, as tests control and see it. */
export interface SidebarStage {
  client: FakeClient
  store: InspectorStore
  root: ShadowRoot
  reveal: Mock<(element: Element) => string>
  close: Mock<() => void>
  /** The copied texts, in order. */
  copied: string[]
  /** Responds to the calls for the help file. */
  answerHelp: Mock<() => Promise<Response>>
  text(): string
  find(selector: string): HTMLElement
  /** The first control with exactly this text or label. */
  control(name: string): HTMLElement
  click(name: string): Promise<void>
  key(key: string, target?: Element): Promise<void>
  /** Lets promises and rendering run. */
  change(work?: () => void): Promise<void>
  leave(): void
}

export const helpOf = (id: string): HelpEntry => ({
  id,
  type: 'error',
  dataAttribute: 'data-ms-form',
  title: 'Title',
  description: `About ${id}.`,
  helpItems: [{ title: 'How is it mended?', description: 'Like this.' }],
  documentationLink: `docs/inspector#${id}`,
})

export const anItem = (changes: Partial<InspectorItem> = {}): InspectorItem => ({
  key: JSON.stringify(changes),
  id: 'misplaced-form-attribute',
  type: 'error',
  attribute: 'data-ms-form',
  title: 'Form attribute on another element',
  elements: [],
  ...changes,
})

export async function sidebarStage(
  entries: readonly HelpEntry[] = [],
  answer = async (): Promise<Response> => Response.json(entries),
): Promise<SidebarStage> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const client = fakeClient()
  client.getMemberJSON.mockResolvedValue({ data: {} })
  const answerHelp = vi.fn(answer)
  vi.spyOn(window, 'fetch').mockImplementation(answerHelp)
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  const store = createInspectorStore({ xRayMode: true, showSide: 'right', showSidebar: true })
  store.appData.set(anApp())
  const host = document.body.appendChild(document.createElement('div'))
  const root = host.attachShadow({ mode: 'open' })
  const container = root.appendChild(document.createElement('div'))
  const [reveal, close] = [vi.fn<(element: Element) => string>(() => ''), vi.fn<() => void>()]
  const apiUrl = 'https://api.test'
  const ends: (() => void)[] = []
  const change = (work: () => void = () => {}): Promise<void> => act(async () => work())
  await change(() =>
    ends.push(
      mountSidebar({
        client,
        window,
        apiUrl,
        store,
        container,
        reveal,
        close,
        report: (format) => `The ${format} report.`,
      }),
    ),
  )
  const find = (selector: string): HTMLElement => {
    const found = root.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`Nothing matches ${selector} in: ${root.textContent}`)
    return found
  }
  const control = (name: string): HTMLElement => {
    const all = [...root.querySelectorAll<HTMLElement>('button, a')]
    const found = all.find((one) => [one.textContent?.trim(), one.getAttribute('aria-label')].includes(name))
    if (!found) throw new Error(`There is no ${name} among: ${all.map((one) => one.textContent).join(' | ')}`)
    return found
  }
  return {
    client,
    store,
    root,
    reveal,
    close,
    copied,
    answerHelp,
    find,
    control,
    change,
    text: () => root.textContent ?? '',
    click: (name) => change(() => control(name).click()),
    key: (key, target = find('aside')) =>
      change(() => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))),
    leave() {
      act(() => ends.forEach((end) => end()))
      document.body.replaceChildren()
    },
  }
}
