import type { CheckStandard } from './check-signature'

/** The JSON-LD check: ten times the code of all others, and needed only for a file that was tampered with. */
export const checkStandard: CheckStandard = async (credential, trust) => {
  try {
    const { checkByStandard } = await import('./check-by-standard')
    return await checkByStandard(credential, trust)
  } catch {
    return null
  }
}
