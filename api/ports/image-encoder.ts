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
}
