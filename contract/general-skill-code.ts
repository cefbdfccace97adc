/**
 * In the IDs of TrustTags earned with the general questions on workplace safety and quality, which every skill without
 * its own questions uses.
 */
export const GENERAL_SKILL_CODE = 'SK'
