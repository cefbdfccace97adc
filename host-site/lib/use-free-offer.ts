import { useEffect, useState } from 'react'
import type { FreeOffer } from '../../contract/schemas/tag-purchases'
import type { SiteApi } from './site-api'

/** The free TrustTag, while the server says that there is one; null until it has, and while there is none. */
export function useFreeOffer(api: Pick<SiteApi, 'call'>): FreeOffer | null {
  const [offer, setOffer] = useState<FreeOffer | null>(null)
  useEffect(() => {
    let isCurrent = true
    void api.call('listPackages', {}).then((result) => isCurrent && result.success && setOffer(result.data.offer))
    return () => {
      isCurrent = false
    }
  }, [api])
  return offer?.isOn ? offer : null
}
