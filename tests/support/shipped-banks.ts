import { readBanks } from '../../api/adapters/banks/read-banks'

/** The question banks that ship, read and checked once. */
export const shippedBanks = readBanks(new URL('../../api/banks/', import.meta.url))
