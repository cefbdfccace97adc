import { PATH_MAX_CHARS } from '../../../contract/limits'

/** Whether an address is a page of the origin that called. @param origin null: nobody said */
export const isOwnAddress = (address: string, origin: string | null): boolean =>
  address.length <= PATH_MAX_CHARS && URL.canParse(address) && new URL(address).origin === origin
