/**
 * What the owners of ten other sites set for their modals: one accent, the page's font, corners. Their style sheets are in `sites.css`.
 * @type {Record<string, object>}
 */
export const sites = {
  editorial: brand('#7a1f1f', 2),
  shop: brand('#e8590c', 24),
  saas: brand('#8b7bff', 14),
  brutalist: brand('#000', 0),
  school: brand('#0b5cad', 20),
  arabic: brand('#0a7d55', 12),
  theme: brand('#28303d', 4),
  builder: brand('#3898ec', 6),
  agency: brand('#ff3d00', 0),
  office: brand('#00703c', 0),
}

/** @param {string} primaryButton @param {number} cornerRadius */
function brand(primaryButton, cornerRadius) {
  return { colors: { lightMode: { primaryButton } }, cornerRadius, fontFamily: 'inherit' }
}
