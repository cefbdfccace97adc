import { encodeQR } from 'qr'

/** The squares of a QR code as the data of one SVG path, and how many of them stand in a row with the border. */
export function qrPath(text: string): { path: string; squares: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: squares.join(''), squares: rows.length }
}
