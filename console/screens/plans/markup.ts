import { escapeHtml } from '../../lib/format'

/** Markup to copy into a page. Texts are those that visitors read. */
export const joinButton = (planId: string, text: string): string =>
  `<button data-ms-modal="signup" data-ms-plan:add="${escapeHtml(planId)}">${escapeHtml(text)}</button>`

export const buyButton = (priceId: string, text: string, couponId?: string): string => {
  const coupon = couponId ? ` data-ms-coupon="${escapeHtml(couponId)}"` : ''
  return `<button data-ms-modal="signup" data-ms-price:add="${escapeHtml(priceId)}"${coupon}>${escapeHtml(text)}</button>`
}

export const planContent = (planId: string, text: string): string =>
  `<div data-ms-content="${escapeHtml(planId)}">${escapeHtml(text)}</div>`
