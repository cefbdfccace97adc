import { readBanks } from '../../api/features/assessments/question-bank'

export const shippedBanks = readBanks(new URL('../../api/banks/', import.meta.url))
