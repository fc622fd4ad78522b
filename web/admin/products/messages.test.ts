import { expect, test } from 'vitest'
import { uploadFailedMessage } from './messages.ts'

test('a failed upload names the service that stores the pictures, or shows the words of spec 8 for the shop itself', () => {
  expect(uploadFailedMessage(null)).toBe('Failed to upload image to Cloudinary')
  expect(uploadFailedMessage('Cloudinary')).toBe('Failed to upload image to Cloudinary')
  expect(uploadFailedMessage('S3')).toBe('Failed to upload image to S3')
})
