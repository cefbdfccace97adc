import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** All that differs between two colour schemes of one page. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds on a page, one readable line each.
 * @param rules only these; all of axe's where none is named
 */
export async function findings(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  if (rules.length > 0) axe.withRules([...rules])
  // Only a page with frames needs the way that opens another page for each scan, which takes longer than the scan.
  axe.setLegacyMode(page.frames().length === 1)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html}`))
}
