import { GENERAL_SKILL_CODE } from './general-skill-code'

/** IDs in live and in Test Mode. */
export const GENERAL_TAG_STARTS = [`TT-${GENERAL_SKILL_CODE}`, `TT-TEST-${GENERAL_SKILL_CODE}`] as const

const GENERAL_ID = new RegExp(String.raw`^TT-(TEST-)?${GENERAL_SKILL_CODE}\d`, 'u')

/** Whether a TrustTag was earned with the general questions, from its ID. */
export const isGeneralTag = (id: string): boolean => GENERAL_ID.test(id)
