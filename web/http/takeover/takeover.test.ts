import { expect, test } from 'vitest'
import { inheritedSocket } from './inherited-socket.ts'
import { environmentFor } from './successor.ts'

test('a process uses the socket of systemd only when the socket is meant for it', () => {
  expect(inheritedSocket({ LISTEN_FDS: '1', LISTEN_PID: '42' }, 42)).toBe(3)
  expect(inheritedSocket({ LISTEN_FDS: '1', LISTEN_PID: '41' }, 42)).toBeNull()
  expect(inheritedSocket({}, 42)).toBeNull()
  expect(inheritedSocket({ SHOP_INHERITS_SOCKET: 'yes' }, 42)).toBe(3)
})

test('another version inherits the environment, except the file .env of this version and the paths of its programs', () => {
  const env = {
    PATH: '/old/node_modules/.bin:/usr/bin',
    PORT: '3000',
    OWNER_EMAIL: 'from@the.file',
    SHOP_ENV_FILE_NAMES: 'OWNER_EMAIL',
    LISTEN_FDS: '1',
    npm_package_version: '0.2.0',
  }
  expect(environmentFor('/new', env)).toEqual({ PATH: '/new/node_modules/.bin:/usr/bin', PORT: '3000' })
})
