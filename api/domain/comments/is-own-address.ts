import { PATH_MAX_CHARS } from '../../../contract/limits'
import { parseUrl } from '../../../contract/parse-url'

/** Whether an address is a page of the origin that called. @param origin null: nobody said */
export const isOwnAddress = (address: string, origin: string | null): boolean =>
  address.length <= PATH_MAX_CHARS && parseUrl(address)?.origin === origin
