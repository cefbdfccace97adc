import type { Page } from '@playwright/test'

export { faults, logIn } from './console-page'

/** Violations of the policy, which the browser reports to the page. */
export async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Reflect.set(window, 'policyViolations', seen)
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      seen.push(`${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  return () => page.evaluate((): string[] => Reflect.get(window, 'policyViolations') ?? [])
}
