/** How the address of a profile image is kept: see `createImageColumn`. */
export interface ImageColumn {
  /** Address → what the column holds. */
  toColumn(address: string): string
  /** What the column holds → address. */
  toAddress(column: string): string
}

/**
 * A file of ours is kept by its name alone, so that the addresses follow when PUBLIC_API_URL changes; a picture that
 * lives elsewhere is kept by its whole address.
 * @param filesUrl where our files are served, with a slash at the end
 */
export function createImageColumn(filesUrl: string): ImageColumn {
  return {
    toColumn: (address) => (address.startsWith(filesUrl) ? address.slice(filesUrl.length) : address),
    toAddress: (column) => (column.includes('/') ? column : filesUrl + column),
  }
}
