import { act } from 'react'
import { vi } from 'vitest'
import type { App, Member, ModalResult, ProfileScreenParams } from '../../../../widget/public'
import { $member, setMember } from '../../../../widget/stores/identity'
import { requestModal } from '../../../../widget/stores/modal'
import { aCustomField } from './a-custom-field'
import { aMember } from '../../../support/a-member'
import { anApp } from '../../../support/an-app'
import { modalStage, type ModalStage } from '../open-modal'

export interface ProfileStage extends ModalStage {
  /** Opens the profile and waits until the member is known. */
  openProfile(params?: ProfileScreenParams): Promise<{ result: Promise<ModalResult> }>
  /** The page's member from now on. */
  setMember(member: Member | null): void
  button(name: string): HTMLButtonElement
  hasButton(name: string): boolean
  press(name: string): Promise<void>
  alert(): string
  status(): string
  title(): string
  panelTitle(): string | null
  entries(): (string | null)[]
  focused(): Element | null
  busy(): boolean
  /** @param width of the window in CSS pixels */
  resize(width: number): void
}

interface Scene {
  app?: Partial<App>
  member?: Partial<Member>
  /** Width of the window in CSS pixels. */
  width?: number
}

/** A page with a logged-in member. The app has one custom field unless the scene sets it. */
export function profileStage({ app = {}, member = {}, width = 1024 }: Scene = {}): ProfileStage {
  const viewport = Object.assign(new EventTarget(), { width })
  vi.stubGlobal('matchMedia', (query: string) => mediaQuery(query, viewport))
  const stage = modalStage({ app: anApp({ customFields: [aCustomField()], ...app }) })
  stage.client.getCurrentMember.mockImplementation(async () => ({ data: $member.get() ?? null }))
  stage.client.getMemberPasskeys.mockResolvedValue({ data: { passkeys: [] } })
  stage.client.getMemberSessions.mockResolvedValue({ data: [] })
  const secondFactor = { isOn: false, isOffered: false, recoveryCodesLeft: 0, endsAt: null }
  stage.client.getMemberSignIn.mockResolvedValue({ data: { pendingEmail: null, secondFactor } })
  setMember(aMember(member))
  const root = (): ShadowRoot => stage.element().shadowRoot!
  const buttons = (): HTMLButtonElement[] => [...root().querySelectorAll('button')]
  const named = (name: string) => buttons().find((one) => one.textContent === name || one.title === name)
  const text = (selector: string): string => root().querySelector(selector)?.textContent ?? ''
  return {
    ...stage,
    openProfile: async (params = {}) => {
      let result: Promise<ModalResult> | undefined
      await act(async () => {
        result = requestModal('PROFILE', params)
        result.catch(() => {})
      })
      return { result: result! }
    },
    setMember: (next) => act(() => setMember(next)),
    button: (name) =>
      named(name) ??
      fail(
        `No button "${name}" among ${buttons()
          .map((one) => one.textContent)
          .join(', ')}`,
      ),
    hasButton: (name) => named(name) !== undefined,
    press: (name) => act(async () => (named(name) ?? fail(`No button "${name}"`)).click()),
    alert: () => text('.toast[role=alert]'),
    status: () => text('.toast[role=status]'),
    title: () => text('h2'),
    panelTitle: () => root().querySelector('h3[tabindex]')?.textContent ?? null,
    entries: () => [...root().querySelectorAll('nav button')].map((entry) => entry.textContent),
    focused: () => root().activeElement,
    busy: () => root().querySelector('.loader')?.textContent === 'Loading…',
    resize: (next) =>
      act(() => {
        viewport.width = next
        viewport.dispatchEvent(new Event('change'))
      }),
    leave: () => {
      stage.leave()
      setMember(undefined)
    },
  }
}

function fail(message: string): never {
  throw new Error(message)
}

/** The part of a media query that the widget uses. */
function mediaQuery(query: string, viewport: EventTarget & { width: number }) {
  const limit = Number(/^\(max-width: (\d+)px\)$/.exec(query)?.[1])
  return {
    matches: viewport.width <= limit,
    addEventListener: viewport.addEventListener.bind(viewport),
    removeEventListener: viewport.removeEventListener.bind(viewport),
  }
}
