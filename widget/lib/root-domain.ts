/**
 * The last two labels of a host name, three where the second level is a short one (`www.example.co.uk`);
 * null for hosts that have no domain to share: one label, or an IP address.
 */
export function rootDomain(hostname: string): string | null {
  const labels = hostname.toLowerCase().split('.')
  const isAddress = hostname.includes(':') || labels.every((label) => /^\d+$/.test(label))
  if (isAddress || labels.length < 2) return null
  const shortSecondLevel = labels.length >= 4 && (labels.at(-2) ?? '').length <= 3
  return labels.slice(shortSecondLevel ? -3 : -2).join('.')
}
