import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Rules whose result depends on the color scheme. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** For a page that is scanned in both schemes: all rules in one, in the other those that depend on it. */
export const rulesIn = (colorScheme: 'light' | 'dark'): readonly string[] => (colorScheme === 'dark' ? colourRules : [])

/** Colors in between have contrasts of their own. Endless animations move nothing that axe reads. */
const endTransitions = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(running.map(({ finished }) => finished))
  })

/**
 * axe findings, one readable line each.
 * @param rules default: all
 */
export async function findings(page: Page, rules: readonly string[] = []): Promise<string[]> {
  await endTransitions(page)
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  if (rules.length > 0) axe.withRules([...rules])
  // Scripts can't run there, so neither can axe: it would wait for ever.
  axe.exclude('iframe[sandbox=""]')
  // Legacy mode avoids opening another page per scan; pages with frames cannot use it.
  axe.setLegacyMode(page.frames().length === 1)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html}`))
}
