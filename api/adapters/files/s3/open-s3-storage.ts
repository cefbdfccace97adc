import type { S3Settings } from '../../../domain/files/storage-settings'
import type { Services } from '../../../ports/services'
import { createS3Files } from './s3-files'
import { createS3Objects } from './s3-objects'
import type { S3Times } from './s3-objects'
import { createS3Uploads } from './s3-uploads'

/** Files of members in one bucket. Nothing is asked of the service before the first call. */
export function openS3Storage(settings: S3Settings, times?: S3Times): Pick<Services, 'files' | 'uploads'> {
  const objects = createS3Objects(settings, times)
  return { files: createS3Files(objects), uploads: createS3Uploads(objects) }
}
