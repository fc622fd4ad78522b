import { expect, test } from 'vitest'
import { toProductId } from '#domain/ids.ts'
import { parseTopic, topicText, waveSize } from './reminder.ts'

test('a topic is stored as a text that reads back, with sizes of several words', () => {
  const one = { kind: 'size', productId: toProductId('mz-77'), size: 'One size' } as const
  expect(topicText(one)).toBe('size mz-77 One size')
  expect(parseTopic(topicText(one))).toEqual(one)
  const drop = { kind: 'drop', dropId: 'winter' } as const
  expect(parseTopic(topicText(drop))).toEqual(drop)
})

test('a wave tells twice as many as there are units, and everybody of a size that is not counted', () => {
  expect([waveSize(0), waveSize(5), waveSize(null)]).toEqual([0, 10, Infinity])
})
