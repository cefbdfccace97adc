import type { VerifiedTag } from '../../../contract/schemas/tags'

/** What is drawn of a TrustTag, and packed. */
export interface TagPapers {
  /**
   * Pictures for those who show shared links: PNG, 1200 by 630.
   * @throws ApiError `too-many-requests` while too much is being drawn, `service-unavailable`
   */
  sharePictures(tags: readonly VerifiedTag[]): Promise<Uint8Array[]>
  /** A certificate to print: PDF, one page. */
  certificate(tag: VerifiedTag): Promise<Uint8Array>
  /** A ZIP archive. @param files content by path */
  pack(files: Readonly<Record<string, Uint8Array>>): Uint8Array
}
