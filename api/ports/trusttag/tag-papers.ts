import type { VerifiedTag } from '../../../contract/schemas/tags'

/** A file that travels within a PDF. */
export interface Attachment {
  name: string
  mediaType: string
  /** For people, in the list of attachments. */
  description: string
  content: string
}

/** What is drawn of a TrustTag, and packed. Each throws ApiError `too-many-requests` while too much is being drawn. */
export interface TagPapers {
  /**
   * Pictures for those who show shared links: PNG, 1200 by 630.
   * @throws ApiError `service-unavailable`
   */
  sharePictures(tags: readonly VerifiedTag[]): Promise<Uint8Array[]>
  /** Badges, square, as SVG without any text but outlines. @throws ApiError `service-unavailable` */
  badgeDrawing(tag: VerifiedTag): Promise<string>
  /** The same drawings as PNG. @throws ApiError `service-unavailable` */
  badgePictures(tags: readonly VerifiedTag[]): Promise<Uint8Array[]>
  /** A certificate to print: PDF, one page; the same bytes for the same TrustTag and attachments. */
  certificate(tag: VerifiedTag, attachments: readonly Attachment[]): Promise<Uint8Array>
  /** A ZIP archive. @param files content by path */
  pack(files: Readonly<Record<string, Uint8Array>>): Uint8Array
}
