export interface EncodedImage {
  content: Uint8Array
  /** Media type. */
  type: 'image/webp'
}

export interface ImageEncoder {
  /**
   * Makes a new picture of the pixels of an uploaded one: a WebP, square, cut from the middle, upright, without any
   * metadata, with a side of `PROFILE_IMAGE_SIDE_PX` at most (a smaller picture is not blown up).
   *
   * @param content PNG, JPEG, WebP, GIF (its first frame) or AVIF, whatever its name or type say
   * @throws ApiError `invalid-file-type` for anything else, broken or with too many pixels; `too-many-requests` when too
   *   many wait already; `service-unavailable` where pictures cannot be read at all
   */
  encodeSquare(content: Uint8Array): Promise<Uint8Array>
  /**
   * The same of the whole picture, with sides of `WORK_SAMPLE_IMAGE_SIDE_PX` at most; what moves goes on moving.
   *
   * @param read asked for the picture when its turn has come, so that no picture waits in memory
   * @throws ApiError `unsupported-file-type` for anything else or broken; `too-many-pixels`; `too-many-requests` when too many
   *   wait already; `service-unavailable` where pictures cannot be read at all, or it takes too long
   */
  encodeWhole(read: () => Promise<Uint8Array>): Promise<EncodedImage>
}
