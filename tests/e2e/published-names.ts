import type { Page } from '@playwright/test'
import { expect } from './product-test'

type Named = readonly [role: 'button' | 'field' | 'figure' | 'link' | 'searchbox' | 'text', name: string]

export const WAITING = 'Waiting for the first call from your page'

const links = [
  'Home',
  'Members',
  'Plans',
  'Content',
  'Fields',
  'Design',
  'Texts',
  'Install',
  'Go live',
  'Credentials',
  'Team',
  'Audit log',
].map((name) => ['link', name] as const)

/** Names by which programs outside of this repository find what is on the console's pages. They are published: none may change. */
const published = {
  setup: [
    ['field', 'Name'],
    ['field', 'Email'],
    ['field', 'Password'],
    ['button', 'Create account'],
  ],
  wizard: [
    ['field', 'App name'],
    ['field', 'Site address'],
    ['button', 'Next'],
  ],
  'last step': [['button', 'Create app']],
  install: [...links, ['figure', 'Script tag'], ['text', WAITING]],
  members: [...links, ['searchbox', 'Search members']],
} as const satisfies Record<string, readonly Named[]>

/** Each name is on the page, once. */
export async function checkNames(page: Page, place: keyof typeof published): Promise<void> {
  for (const [role, name] of published[place]) await expect(find(page, role, name), `${role} ${name}`).toHaveCount(1)
}

function find(page: Page, role: Named[0], name: string) {
  if (role === 'text') return page.getByText(name, { exact: true })
  // A password has no role.
  return role === 'field' ? page.getByLabel(name, { exact: true }) : page.getByRole(role, { name, exact: true })
}
