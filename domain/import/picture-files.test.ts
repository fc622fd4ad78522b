import { expect, test } from 'vitest'
import { findPictureFile, indexPictureFiles } from './picture-files.ts'

const files = (...names: string[]) => indexPictureFiles(names.map((name) => ({ name, entry: name })))

test('a file is found by its name, alone or at the end of an address, in any case', () => {
  const index = files('shop/Box Tee.JPG', 'hat.png', '50%.png')
  for (const address of [
    'box tee.jpg',
    'SHOP/Box Tee.jpg',
    'https://cdn.example/files/1/Box%20Tee.jpg?v=1712',
    'C:\\photos\\Box Tee.jpg',
  ])
    expect(findPictureFile(index, address)).toBe('shop/Box Tee.JPG')
  expect(findPictureFile(index, './hat.png')).toBe('hat.png')
  expect(findPictureFile(index, '50%.png')).toBe('50%.png')
  expect(findPictureFile(index, 'tee.jpg')).toBeNull()
  expect(findPictureFile(index, '')).toBeNull()
})

test('of files with one name the one whose folders agree is meant, and none where two do', () => {
  const index = files('black/front.jpg', 'white/front.jpg')
  expect(findPictureFile(index, 'https://shop.example/white/front.jpg')).toBe('white/front.jpg')
  expect(findPictureFile(index, 'front.jpg')).toBe('ambiguous')
})

test('folders and what a Mac adds are no pictures, and an export of this shop has its pictures', () => {
  const index = files('pictures/', '__MACOSX/._a.png', '.DS_Store', 'pictures/a1b2c3d4e5f60718.webp')
  expect(index.count).toBe(1)
  expect(findPictureFile(index, 'https://shop.example/pictures/a1b2c3d4e5f60718-1920.webp')).toBe(
    'pictures/a1b2c3d4e5f60718.webp',
  )
  expect(findPictureFile(files('tee.jpg'), 'tee-2.jpg')).toBeNull()
})
