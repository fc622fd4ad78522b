/** The first file descriptor that is not one of the standard streams: where systemd puts a listening socket. */
export const INHERITED_FD = 3

/** Set by a running shop for the process that is to take over from it. */
export const INHERITS_SOCKET = 'SHOP_INHERITS_SOCKET'

/**
 * The listening socket that this process was given at its start: by the shop that it takes over from, or by systemd
 * (sd_listen_fds). Null when it is to open a socket.
 */
export function inheritedSocket(env: NodeJS.ProcessEnv, pid: number): number | null {
  if (env[INHERITS_SOCKET] === 'yes') return INHERITED_FD
  const { LISTEN_FDS: count, LISTEN_PID: meant } = env
  return Number(count) > 0 && Number(meant) === pid ? INHERITED_FD : null
}
