import { trustTagPackages, type TrustTagPackage } from '../../../contract/trusttag-packages'

/** The package with an ID; null where none has it. */
export const packageWith = (id: string | null): TrustTagPackage | null =>
  trustTagPackages.find((one) => one.id === id) ?? null
