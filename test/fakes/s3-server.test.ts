import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3Server, type S3Server } from './s3-server.ts'
import { signatureFault } from './s3-signature.ts'

let server: S3Server

beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.close())

function sdk(changes: Partial<S3Server['key']> = {}): S3Client {
  const { region, ...credentials } = { ...server.key, ...changes }
  return new S3Client({ endpoint: server.url, region, credentials, forcePathStyle: true, maxAttempts: 1 })
}

describe('Amazon’s own SDK', () => {
  const bytes = Buffer.from('bytes of a picture')
  const at = (Key: string) => ({ Bucket: 'shop-pictures', Key })

  test('stores, reads, lists and deletes objects', async () => {
    const s3 = sdk()
    for (const name of ['a/1', 'a/2', 'a/3', "b/odd name+(1)'*"]) {
      await s3.send(new PutObjectCommand({ ...at(name), Body: bytes, ContentType: 'image/webp' }))
    }
    const { Body, ContentType } = await s3.send(new GetObjectCommand(at("b/odd name+(1)'*")))
    expect(Buffer.from((await Body?.transformToByteArray()) ?? [])).toEqual(bytes)
    expect(ContentType).toBe('image/webp')
    const page = { Bucket: 'shop-pictures', Prefix: 'a/', MaxKeys: 2 }
    const first = await s3.send(new ListObjectsV2Command(page))
    expect(first.Contents?.map(({ Key }) => Key)).toEqual(['a/1', 'a/2'])
    expect(first.IsTruncated).toBe(true)
    const rest = await s3.send(new ListObjectsV2Command({ ...page, StartAfter: 'a/2' }))
    expect(rest.Contents?.map(({ Key }) => Key)).toEqual(['a/3'])
    expect(rest.IsTruncated).toBe(false)
    await s3.send(new DeleteObjectCommand(at('a/1')))
    await s3.send(new DeleteObjectCommand(at('a/1')))
    await expect(s3.send(new GetObjectCommand(at('a/1')))).rejects.toMatchObject({ name: 'NoSuchKey' })
    await expect(s3.send(new HeadObjectCommand(at('a/1')))).rejects.toMatchObject({ name: 'NotFound' })
  })

  test.each([
    [{ secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
    [{ accessKeyId: 'AKIDOTHER' }, 'InvalidAccessKeyId'],
    [{ region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
  ])('with %j is refused: %s', async (changes, name) => {
    const listing = sdk(changes).send(new ListObjectsV2Command({ Bucket: 'shop-pictures' }))
    await expect(listing).rejects.toMatchObject({ name })
  })

  test('gets an error when a bucket does not exist', async () => {
    const listing = sdk().send(new ListObjectsV2Command({ Bucket: 'nobodys' }))
    await expect(listing).rejects.toMatchObject({ name: 'NoSuchBucket' })
  })
})

describe('the check of signatures', () => {
  const key = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  /** "GET Object" among the examples of Amazon's description of signature version 4. */
  const example = {
    method: 'GET',
    url: '/test.txt',
    body: Buffer.alloc(0),
    at: Date.parse('2013-05-24T00:00:00Z'),
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
  }

  test('accepts Amazon’s example, and nothing that differs from it', () => {
    expect(signatureFault(example, key)).toBe(null)
    expect(signatureFault({ ...example, url: '/other.txt' }, key)).toBe('SignatureDoesNotMatch')
    expect(signatureFault({ ...example, body: Buffer.from('x') }, key)).toBe('XAmzContentSHA256Mismatch')
    expect(signatureFault({ ...example, at: example.at + 3_600_000 }, key)).toBe('RequestTimeTooSkewed')
    expect(signatureFault({ ...example, headers: {} }, key)).toBe('AccessDenied')
  })
})
