import { readBanks } from '../../api/features/assessments/question-bank'

/** The question banks that ship, read and checked once. */
export const shippedBanks = readBanks(new URL('../../api/banks/', import.meta.url))
