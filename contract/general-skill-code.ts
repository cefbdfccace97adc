/**
 * Stands in the IDs of TrustTags whose questions were the general ones on safety and quality at work, which every skill without
 * questions of its own gets.
 */
export const GENERAL_SKILL_CODE = 'SK'
