import { GENERAL_SKILL_CODE } from './general-skill-code'

const GENERAL_ID = new RegExp(String.raw`^TT-(TEST-)?${GENERAL_SKILL_CODE}\d`, 'u')

/** Whether a TrustTag was earned with the general questions: its ID says so for as long as it stands anywhere. */
export const isGeneralTag = (id: string): boolean => GENERAL_ID.test(id)
